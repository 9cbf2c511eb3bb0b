// Holds the window of VS Code: `node browser.mjs CHROMIUM`, then lines of JSON (see `tests/editors/lines.py`).
import { createRequire } from "node:module";
import readline from "node:readline";

const require = createRequire(`${process.env.CHESTERTON_EDITORS}/`);
const puppeteer = require("puppeteer-core");
const [chromium] = process.argv.slice(2);

const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
  defaultViewport: { width: 1280, height: 800 },
});
let page = await browser.newPage();

// Whether a click reached the element; one that is drawn anew meanwhile is no longer there.
async function clicked(element) {
  await element.evaluate((target) => {
    target.addEventListener("mouseup", () => (target.hit = true), { once: true, capture: true });
  });
  try {
    await element.click();
    return await element.evaluate((target) => target.hit === true);
  } catch (error) {
    if (await element.evaluate((target) => target.isConnected)) throw error;
    return false;
  }
}

const operations = {
  // Opens the address in a new window and closes the one before.
  async load({ url }) {
    const before = page;
    page = await browser.newPage();
    await before.close({ runBeforeUnload: false });
    await page.goto(url, { waitUntil: "domcontentloaded", timeout: 120_000 });
    await page.waitForSelector(".monaco-workbench .part.statusbar", { timeout: 120_000 });
  },
  // The text of each visible element that matches, and its label, as a screen reader would tell it.
  async texts({ selector }) {
    return page.$$eval(selector, (found) =>
      found.filter((each) => each.checkVisibility()).map((each) => `${each.innerText} ${each.ariaLabel ?? ""}`.trim()),
    );
  },
  // What is in each visible box that matches.
  async values({ selector }) {
    return page.$$eval(selector, (found) => found.filter((box) => box.checkVisibility()).map((box) => box.value));
  },
  // Whether there was something to click.
  async click({ selector, text }) {
    for (const each of await page.$$(selector)) {
      if (await each.evaluate((element, text) => element.innerText.includes(text), text)) {
        return clicked(each);
      }
    }
    return false;
  },
  async type({ text }) {
    await page.keyboard.type(text);
  },
  // For example "Control+Period".
  async press({ keys }) {
    const names = keys.split("+");
    for (const name of names) await page.keyboard.down(name);
    for (const name of names.reverse()) await page.keyboard.up(name);
  },
  async screenshot({ path }) {
    await page.screenshot({ path });
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { id, op, ...rest } = JSON.parse(line);
  let answer;
  try {
    answer = { id, result: await operations[op](rest) };
  } catch (error) {
    answer = { id, error: String(error?.message ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await browser.close();
