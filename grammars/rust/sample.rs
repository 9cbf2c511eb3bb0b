//! A crate.
use std::collections::{self, hash_map::{Entry as E2, HashMap}, HashSet};
use std::fmt::*;
use serde as s;

mod external;

/// A limit.
pub const LIMIT: usize = 3;
static mut COUNTER: u32 = 0;
type Pair<T> = (T, T);

/// Stores.
#[derive(Debug, Clone)]
// between
#[serde(default)]
pub struct Store<T> {
    #[serde(skip)]
    pub key: String,
    value: Vec<T>,
}

struct Tuple(pub i32, String);
pub(crate) struct Unit;

enum Shape {
    Empty,
    Circle(f64),
    Rect { width: f64, height: f64 },
}

union Bits {
    int: u32,
    float: f32,
}

pub trait Area: Base + fmt::Debug {
    const SIDES: u32;
    type Output;
    fn area(&self) -> f64;
    fn twice(&self) -> f64 { self.area() * 2.0 }
}

impl<T> Store<T> {
    const EMPTY: usize = 0;

    pub fn new(key: String) -> Self {
        const LOCAL: usize = 1;
        let make = |x: u32| x + 1;
        fn nested() {}
        Store { key, value: Vec::new() }
    }

    #[inline]
    fn get(&self) -> Option<&T> { self.value.first() }
}

impl<T> fmt::Display for Store<T> {
    fn fmt(&self, f: &mut Formatter) -> Result { write!(f, "{}", self.key) }
}

impl<T> fmt::Debug for Store<T> {
    fn fmt(&self, f: &mut Formatter) -> Result { helper::<T>(f) }
}

impl Area for &Unit {
    type Output = u8;
    fn area(&self) -> f64 { 0.0 }
}

impl Area for [u8] {
    fn area(&self) -> f64 { 0.0 }
}

mod inner {
    pub struct Deep;

    impl Deep {
        pub(super) async fn run() {}
    }

    pub fn helper() {}
}

macro_rules! square {
    ($x:expr) => { $x * $x };
}

extern "C" {
    fn native(x: i32) -> i32;
}

#[test]
fn checks() {
    inner::helper();
}
