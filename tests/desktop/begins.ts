import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Names each test when it begins: where the whole is cut from outside, the last line says what ran. */
class Begins implements Reporter {
  onTestBegin({ title, location }: TestCase): void {
    console.log(`  begins  ${location.file.slice(location.file.lastIndexOf('/') + 1)}:${location.line} ${title}`);
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright loads it
export default Begins;
