#!/usr/bin/env node
import Default, { named as other } from "./module.js";
const { destructured } = require("lib");

export const LIMIT = 3;
const a = 1, b = () => 2;
let counter = 0;
var legacy = "x";
export let mutable;

// Adds one.
export function add(x) {
  const local = 1;
  const inner = (y) => y + local;
  function nested() {}
  return inner(x);
}

function* generate() {}

const arrow = async x => x;
export const exported = function named() {};

/** A shape. */
export class Shape extends Base {
  static count = 0;
  #hidden = 1;
  handler = () => {};

  constructor(x) {
    super();
    this.x = x;
    if (x) {
      this.y = x;
    }
    this.x = 2;
  }

  area() {
    this.later = 1;
    return function () {};
  }

  get size() { return 1; }
  set size(value) {}
  static async *[Symbol.iterator]() {}
  #secret() {}
}

const Mixed = class {
  mix() {}
};

const api = {
  load(url) {},
  save: function (x) {},
  "quoted-key": () => {},
  get total() { return 1; },
  plain: 1,
  nested: { deep() {} },
};

Shape.prototype.scale = function (by) {};
Shape.of = function () { return new Shape(); };
Shape.prototype = {
  reset: function () {},
};
Shape.defaults = { width: 1 };
exports.run = function () {};
module.exports.stop = () => {};
module.exports = { plain() {} };
window.onload = function () {};
module.exports.Klass = class { method() {} };

function Legacy() {
  this.value = 1;
  this.act = function () {};
}

if (counter) {
  var hoisted = function () {};
}

export default function () {
  return () => {};
}
