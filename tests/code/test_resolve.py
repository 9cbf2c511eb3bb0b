"""Each case is a small workspace; what its uses mean is written as `file:name -> target` lines."""

import pytest

from chesterton.base.paths import RepoPath
from chesterton.code.imports import Files
from chesterton.code.languages import by_name, for_path
from chesterton.code.model import FileFacts
from chesterton.code.nodes import Certainty, Node
from chesterton.code.resolve import Resolver
from chesterton.code.symbols import read
from chesterton.code.world import LazyWorld, declaring_files

_MARK = {Certainty.RESOLVED: "", Certainty.UNIQUE_NAME: "?", Certainty.AMBIGUOUS: "??"}


def uses(sources: dict[str, str], path: str, role: str = "") -> dict[str, str]:
    """What the uses in one file, or those of one role, mean: "?" for a unique name, "??" for an ambiguous one."""
    facts: dict[RepoPath, FileFacts] = {}
    for name, text in sources.items():
        if language := for_path(name):
            facts[RepoPath(name)] = read(language, text.encode())
    names = declaring_files(facts.items())
    paths = [RepoPath(name) for name in sources]
    world = LazyWorld(
        Files(paths, lambda name: sources[name].encode()), facts.get, lambda name: names.get(name, ())
    )
    resolver = Resolver(world)
    links = world.links(RepoPath(path))
    assert links

    def shown(node: Node) -> str:
        return f"{node.path}#{facts[node.path].symbols[node.symbol].key}" if node.symbol >= 0 else node.path

    found: dict[str, str] = {}
    for one in facts[RepoPath(path)].uses:
        if role and one.use.role != role:
            continue
        means = resolver.use(links, one.use, one.owner)
        text = f"{one.use.receiver}.{one.use.name}" if one.use.receiver is not None else one.use.name
        found[text] = _MARK[means.certainty] + " ".join(map(shown, means.nodes)) if means.nodes else ""
    return found


PYTHON = {
    "pkg/__init__.py": "from .base import Base\nfrom .tools import *\n",
    "pkg/base.py": "class Base:\n    def save(self): ...\n    def only_here(self): ...\n",
    "pkg/tools.py": "def slugify(): ...\ndef save(): ...\n",
    "pkg/json.py": "def dumps(): ...\n",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from pkg.base import Base\nBase()", {"Base": "pkg/base.py#Base"}),
        ("from pkg import Base as B\nB()", {"B": "pkg/base.py#Base"}),
        ("import pkg.base\npkg.base.Base()", {"pkg.base.Base": "pkg/base.py#Base"}),
        ("import pkg.base as b\nb.Base()", {"b.Base": "pkg/base.py#Base"}),
        ("from pkg import slugify\nslugify()", {"slugify": "pkg/tools.py#slugify"}),
        ("from pkg import tools\ntools.slugify()", {"tools.slugify": "pkg/tools.py#slugify"}),
        ("import pkg\npkg.tools.slugify()", {"pkg.tools.slugify": "pkg/tools.py#slugify"}),
        ("from pkg.base import Base\nBase.save()", {"Base.save": "pkg/base.py#Base.save"}),
        (
            "from pkg import Base\nclass C(Base):\n    def f(self):\n        self.save()\n        super().save()",
            {
                "Base": "pkg/base.py#Base",
                "self.save": "pkg/base.py#Base.save",
                "super().save": "pkg/base.py#Base.save",
                "super": "",
            },
        ),
        ("import json\njson.dumps()", {"json.dumps": ""}),
        ("from os import path\npath.save()", {"path.save": ""}),
        ("def f():\n    def g(): ...\n    g()\ng()", {"g": ""}),
        ("thing.only_here()", {"thing.only_here": "?pkg/base.py#Base.only_here"}),
        (
            "class C:\n    def save(self): ...\nthing.save()",
            {"thing.save": "??pkg/base.py#Base.save main.py#C.save"},
        ),
        ("class C:\n    def f(self): ...\n    def g(self):\n        f()", {"f": ""}),
        ("slugify()", {"slugify": "?pkg/tools.py#slugify"}),
        ("print(len(x))", {"print": "", "len": ""}),
    ],
)
def test_python(text: str, expected: dict[str, str]) -> None:
    assert uses({**PYTHON, "main.py": text}, "main.py") == expected


TYPESCRIPT = {
    "packages/core/package.json": '{"name": "@acme/core"}',
    "packages/core/src/index.ts": "export { Store as Shop } from './store';\nexport * from './util';\n",
    "packages/core/src/store.ts": "export class Store { load() {} static make() {} }\n"
    "export default function open() {}\n",
    "packages/core/src/util.ts": "export function slug() {}\nexport const arrow = () => 1;\n",
    "packages/app/src/local.js": "export function local() {}\n",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import { local } from './local';\nlocal()", {"local": "packages/app/src/local.js#local"}),
        ("import { local } from './local.js';\nlocal()", {"local": "packages/app/src/local.js#local"}),
        (
            "import { Shop } from '@acme/core/src';\nShop.make()",
            {"Shop.make": "packages/core/src/store.ts#Store.make"},
        ),
        ("import { slug } from '@acme/core/src/index';\nslug()", {"slug": "packages/core/src/util.ts#slug"}),
        (
            "import * as u from '@acme/core/src/util';\nu.arrow()",
            {"u.arrow": "packages/core/src/util.ts#arrow"},
        ),
        ("import open from '@acme/core/src/store';\nopen()", {"open": "packages/core/src/store.ts#open"}),
        ("import { slug } from 'lodash';\nslug()", {"slug": ""}),
        (
            "import { Store } from '@acme/core/src/store';\nclass S extends Store { go() { this.load() } }",
            {
                "Store": "packages/core/src/store.ts#Store",
                "this.load": "packages/core/src/store.ts#Store.load",
            },
        ),
    ],
)
def test_typescript(text: str, expected: dict[str, str]) -> None:
    assert uses({**TYPESCRIPT, "packages/app/src/main.ts": text}, "packages/app/src/main.ts") == expected


def test_go_sees_its_folder_and_the_packages_of_its_module() -> None:
    sources = {
        "go.mod": "module example.org/shop\n",
        "cart/cart.go": "package cart\ntype Cart struct{}\nfunc (c *Cart) Add() {}\nfunc New() {}\n",
        "main.go": 'package main\nimport (\n"fmt"\nc "example.org/shop/cart"\n)\n'
        "func main() {\nfmt.Println()\nc.New()\nhelper()\nx.Add()\n}\n",
        "other.go": "package main\nfunc helper() {}\n",
    }
    assert uses(sources, "main.go") == {
        "fmt.Println": "",
        "c.New": "cart/cart.go#New",
        "helper": "other.go#helper",
        "x.Add": "?cart/cart.go#Cart.Add",
    }


def test_rust_follows_crates_and_modules() -> None:
    sources = {
        "core/Cargo.toml": '[package]\nname = "shop-core"\n',
        "core/src/lib.rs": "pub mod cart;\npub fn top() {}\n",
        "core/src/cart.rs": "pub struct Cart;\nimpl Cart { pub fn new() {} fn add(&self) {} }\n",
        "app/Cargo.toml": '[package]\nname = "app"\n',
        "app/src/main.rs": "mod inner;\nuse shop_core::cart::Cart;\nuse inner::deep;\n"
        "fn main() { Cart::new(); deep(); std::fs::read(); crate::inner::deep(); }\n",
        "app/src/inner.rs": "use super::*;\npub fn deep() { shop_core::top(); }\n",
    }
    assert uses(sources, "app/src/main.rs") == {
        "Cart.new": "core/src/cart.rs#Cart.new",
        "deep": "app/src/inner.rs#deep",
        "std::fs.read": "",
        "crate::inner.deep": "app/src/inner.rs#deep",
    }


def test_java_sees_packages_members_and_bases() -> None:
    sources = {
        "src/main/java/org/acme/Base.java": "package org.acme;\npublic class Base { protected void save() {} }\n",
        "src/main/java/org/acme/util/Text.java": "package org.acme.util;\n"
        "public class Text { public static void slug() {} }\n",
        "src/main/java/org/acme/Order.java": "package org.acme;\nimport org.acme.util.Text;\nimport java.util.List;\n"
        "class Order extends Base { void pay() { save(); this.own(); Text.slug(); List.of(); } void own() {} }\n",
    }
    found = uses(sources, "src/main/java/org/acme/Order.java")
    assert found == {
        "Base": "src/main/java/org/acme/Base.java#Base",
        "save": "src/main/java/org/acme/Base.java#Base.save",
        "this.own": "src/main/java/org/acme/Order.java#Order.own",
        "Text.slug": "src/main/java/org/acme/util/Text.java#Text.slug",
        "List.of": "",
    }


def test_c_means_definitions_and_keeps_static_functions_apart() -> None:
    sources = {
        "list.h": "int push(int x);\n",
        "list.c": '#include "list.h"\nint push(int x) { return hidden(x); }\nstatic int hidden(int x) { return x; }\n',
        "main.c": '#include "list.h"\nint main(void) { push(1); hidden(2); return printf("x"); }\n',
    }
    assert uses(sources, "list.c") == {"hidden": "list.c#hidden"}
    assert uses(sources, "main.c") == {"push": "list.c#push", "hidden": "", "printf": ""}


def test_self_is_the_type_of_the_impl_block_around() -> None:
    source = "struct A;\nstruct B;\n" + "".join(
        f"impl {name} {{ fn run(&self) {{ self.step(); }} fn step(&self) {{ let {name} = 1; }} }}\n"
        for name in "AB"
    )
    rust = by_name("rust")
    assert rust
    facts = read(rust, source.encode())
    paths = [RepoPath("lib.rs")]
    world = LazyWorld(Files(paths, lambda _: None), lambda _: facts, lambda _: paths)
    links = world.links(paths[0])
    assert links
    means = Resolver(world).uses(links, facts.uses)
    calls = [found for use, found in zip(facts.uses, means, strict=True) if use.use.role == "call"]
    assert [facts.symbols[node.symbol].key for found in calls for node in found.nodes] == ["A.step", "B.step"]


def test_relative_imports_of_python() -> None:
    sources = {
        **PYTHON,
        "pkg/sub/__init__.py": "",
        "pkg/sub/x.py": "from ..base import Base\nfrom .. import tools\nBase(); tools.save()",
    }
    assert uses(sources, "pkg/sub/x.py") == {"Base": "pkg/base.py#Base", "tools.save": "pkg/tools.py#save"}


def test_a_circle_of_imports_ends() -> None:
    sources = {"a.py": "from b import x\nx()", "b.py": "from a import x\n"}
    assert uses(sources, "a.py") == {"x": ""}


def test_a_circle_of_bases_ends() -> None:
    sources = {"a.py": "class A(B):\n    def f(self):\n        self.g()\nclass B(A): ...\n"}
    assert uses(sources, "a.py") == {"B": "a.py#B", "A": "a.py#A", "self.g": ""}


def test_the_nearer_of_two_roots_is_meant() -> None:
    sources = {
        "one/lib/util.py": "def f(): ...",
        "one/lib/__init__.py": "",
        "two/lib/util.py": "def f(): ...",
        "two/lib/__init__.py": "",
        "two/main.py": "from lib.util import f\nf()",
    }
    assert uses(sources, "two/main.py") == {"f": "two/lib/util.py#f"}


@pytest.mark.parametrize("path", ["Foo.java", "Foo.cs"])
def test_a_type_is_not_its_constructor_inside_its_own_members(path):
    text = (
        "class Foo {\n  public Foo() {}\n  static Foo make() { return new Foo(); }\n"
        "  Foo copy(Foo other) { Foo x = Foo.make(); return x; }\n}\n"
    )
    assert uses({path: text}, path, "type") == {"Foo": f"{path}#Foo"}
    assert uses({path: text}, path, "call")["Foo.make"] == f"{path}#Foo.make"
