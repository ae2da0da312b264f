import type { Page } from '@playwright/test';
import { apiOf, numberIn, shiftDay } from './api.ts';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';
import { nothingUrgent } from './reportAlarm.ts';

const open = async (page: Page, search = '') => {
  await page.goto(`/${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
};
const rowOf = (page: Page, unit: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: unit, exact: true }) });
const nowOf = (page: Page, unit: string) => rowOf(page, unit).getByRole('cell').first();

/** What is written in the boxes of the schematic stays within them, and none lies on another. */
const expectWholeBoxes = async (page: Page) => {
  for (const width of [1280, 1366, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const boxes = page.getByRole('region', { name: 'Water now' }).getByRole('listitem').getByRole('link');
    await expect(boxes.first()).toBeVisible();
    const cut = () =>
      boxes.evaluateAll((links) =>
        links.flatMap((link) => {
          const box = link.getBoundingClientRect();
          return [...link.querySelectorAll('span, b, svg')].flatMap((part) => {
            const { right, bottom } = part.getBoundingClientRect();
            // a name of two lines that ends in an ellipsis is meant so
            const isClamped = getComputedStyle(part).webkitLineClamp !== 'none';
            const isSqueezed = part.childElementCount === 0 && !isClamped && part.scrollHeight > part.clientHeight + 2;
            return isSqueezed || right > box.right + 1 || bottom > box.bottom + 1
              ? [`${link.textContent}: ${part.textContent}`]
              : [];
          });
        }),
      );
    await expect.poll(cut, { message: `at ${width}`, timeout: 5000 }).toEqual([]);
  }
};

test.describe('the overview', () => {
  test('draws a thousand units a few at a time, and all of them: found by the browser’s search, reached by keys', async ({
    signedIn: page,
  }) => {
    await page.route('**/api/plant/overview', async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      const overview = (await answer.json()) as { units: { unitId: string; unitName: string; type: string }[] };
      const flow = overview.units.find(({ type }) => type === 'flow');
      const quality = overview.units.find(({ type }) => type === 'quality');
      const units = Array.from({ length: 1000 }, (_, at) => ({
        ...(at < 900 ? flow : quality),
        unitId: `many-${at}`,
        unitName: `Meter ${at}`,
      }));
      await route.fulfill({ json: { ...overview, units } });
    });
    await open(page);
    // a picture is painted for each frame: how many rows come within one
    await page.evaluate(() => {
      const seen = { most: 0, rows: 0 };
      Reflect.set(window, 'seenRows', seen);
      const look = () => {
        const rows = document.querySelectorAll('main tr').length;
        seen.most = Math.max(seen.most, rows - seen.rows);
        seen.rows = rows;
        requestAnimationFrame(look);
      };
      look();
    });
    await page.getByRole('radiogroup', { name: 'View' }).first().getByText('All units', { exact: true }).click();
    // asked in a cheap way: to look for names takes the time that the drawing needs on a busy machine
    await expect.poll(() => page.locator('main tr').count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(1000);
    await expect(page.getByRole('link', { name: 'Meter 999', exact: true })).toHaveCount(1);
    const names = page.locator('main').getByRole('link', { name: /^Meter \d+$/ });
    await expect(names).toHaveCount(1000);
    expect(await page.evaluate(() => (Reflect.get(window, 'seenRows') as { most: number }).most)).toBeLessThan(150);
    await names.nth(899).focus();
    await page.keyboard.press('Tab');
    await expect(page.locator('main').getByRole('link', { name: 'Meter 900', exact: true })).toBeFocused();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  });

  test('says in words first whether the plant is normal, and shows all on one screen of a control room', async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await open(page);
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await expect(verdict.getByRole('heading')).toHaveText(/^(Normal|Nothing waits for you|\d+ things? needs? you)$/);
    await expect(page.getByRole('region', { name: 'Water now' }).getByRole('link', { name: /^RO train/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'By hour' }).getByRole('img')).toHaveCount(3);
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText(/unaccounted .*±/);
    await expect(page.getByRole('region', { name: 'RO train' })).toContainText('Recovery');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1080);
    await expectAccessible(page, 'overview at 1920');
  });

  test('shows all on one screen of a control room also in a bad hour', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.route('**/api/plant/overview', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.json();
      // the level of each tank fell while its flows fill it, and no figure is complete
      for (const unit of body.units) if (unit.forecast) unit.forecast = { ...unit.forecast, ratePerHour: -4321.9 };
      for (const kpi of Object.values<{ completeness: number; sameWeekday: object; meters: object }>(body.kpis)) {
        kpi.completeness = 89.3;
        kpi.sameWeekday = { ...kpi.sameWeekday, n: 4, low: 51_715, median: 51_800, high: 51_962, changePct: null };
        kpi.meters = { ...kpi.meters, reporting: 0 };
      }
      await route.fulfill({ response, json: body });
    });
    await page.route('**/api/plant/alarms', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.json();
      const title = 'The level of the equalisation tank of the effluent plant is high';
      body.alarms = Array.from({ length: 9 }, (_, at) => ({
        ...body.alarms[0],
        ...{
          id: `bad-${at}`,
          state: 'unack',
          priority: 1 + (at % 4),
          insight: false,
          title,
          action: 'Look at the inflow; open the bypass to the second tank and call the shift engineer.',
        },
        message: { code: null, params: {} },
      }));
      await route.fulfill({ response, json: body });
    });
    await open(page);
    await expect(page.getByRole('region', { name: 'Verdict' }).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText(/unaccounted .*±/);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1080);
  });

  test('writes nothing in the schematic where it is cut off, at the widths of laptops and control rooms', async ({
    signedIn: page,
  }) => {
    await open(page);
    await expectWholeBoxes(page);
  });

  test('writes nothing there where it is cut off when water is unaccounted for at every node, however large', async ({
    signedIn: page,
  }) => {
    await page.route(/\/api\/user\/waterBalance\/data/, async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.json();
      for (const node of body.nodes)
        Object.assign(node, { status: 'gain', z: -8.4, unaccountedKL: -12_345.67, band95KL: 1_234.56 });
      await route.fulfill({ response, json: body });
    });
    await open(page);
    await expect(page.getByRole('region', { name: 'Water now' }).getByText('Unaccounted').first()).toBeVisible();
    await expectWholeBoxes(page);
  });

  test('writes nothing there where it is cut off on a plant of long names and many sources', async ({ signedIn: page }) => {
    await page.route(/\/api\/user\/waterBalance\/graphEditor/, async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.json();
      const { nodes, edges } = body;
      const source = nodes.find(({ type }: { type: string }) => type === 'source');
      const pipe = edges.find(({ source: from }: { source: string }) => from === source.id);
      for (const at of [1, 2, 3, 4]) {
        nodes.unshift({ ...source, id: `more-${at}`, position: { ...source.position, y: source.position.y + at } });
        edges.push({ ...pipe, id: `more-pipe-${at}`, source: `more-${at}` });
      }
      for (const node of nodes) node.label = `${node.label} of the old works beside the north gate, second line of tanks`;
      await route.fulfill({ response, json: body });
    });
    await open(page);
    await expect(
      page
        .getByRole('region', { name: 'Water now' })
        .getByText(/beside the north gate/)
        .first(),
    ).toBeVisible();
    await expectWholeBoxes(page);
  });

  test('holds today against the same weekday, and shows a percentage only outside of its band', async ({ signedIn: page }) => {
    const seen = page.waitForResponse('**/api/plant/overview');
    await open(page);
    type Kpis = Record<string, { completeness: number; sameWeekday: { low: number | null; changePct: number | null } }>;
    const { kpis } = (await (await seen).json()) as { kpis: Kpis };
    const today = page.getByLabel('Today so far');
    for (const [id, name] of Object.entries({ intake: 'Intake', consumption: 'Use', energy: 'Energy', discharge: 'Discharge' })) {
      const figure = today.getByText(`${name} to `).locator('../..');
      const { completeness = 0, sameWeekday: { low, changePct } = { low: null, changePct: null } } = kpis[id] ?? {};
      await expect(figure).toContainText(low === null ? /known/ : /days [−\d,.]+ to [−\d,.]+/);
      // what lacks slots says so in place of a percentage
      const isTold = changePct !== null && completeness >= 95;
      await expect(figure.getByText(/^[+−][\d.,]+ %$|^×/)).toHaveCount(isTold ? 1 : 0);
    }
    const meters = today.getByRole('button', { name: 'meters' }).first();
    await meters.click();
    await expect(meters).toHaveAttribute('aria-expanded', 'true');
    await expect(today).toContainText('Borewell 1');
  });

  test('shows all units in a tab of its own, with live values that change', { tag: '@full' }, async ({ signedIn: page }) => {
    await open(page);
    await page.getByText('All units').click();
    await expect(page).toHaveURL(/tab=units/);
    const now = nowOf(page, 'Main incomer');
    await expect(now).toHaveText(/\d kW\s*\d+ s/);
    const before = (await now.innerText()).replace(/\s*\d+ s$/, '');
    await expect.poll(async () => (await now.innerText()).replace(/\s*\d+ s$/, ''), { timeout: 30_000 }).not.toBe(before);
    await expectAccessible(page, 'all units');
  });

  test('rates no quality where no water flows past the sensors, and says so wherever their values are shown', async ({
    signedIn: page,
  }) => {
    type Unit = { unitId: string; type: string; params: { lt?: number | null; ht?: number | null }[]; waterStands?: true };
    let standing = { unitId: '', limits: 0 };
    await page.route('**/api/plant/overview', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body: { units: Unit[] } = await response.json();
      const limitsOf = ({ type, params }: Unit) =>
        type === 'quality' ? params.filter(({ lt, ht }) => lt != null || ht != null).length : 0;
      for (const unit of body.units) delete unit.waterStands;
      const first = body.units.find((unit) => limitsOf(unit) > 0);
      if (first === undefined) throw new Error('the demo has no quality with limits');
      first.waterStands = true;
      standing = { unitId: first.unitId, limits: limitsOf(first) };
      await route.fulfill({ response, json: body });
    });
    await open(page);
    const limits = page.getByLabel('Today so far').getByRole('img', { name: /inside, \d+ outside/ });
    await expect(limits).toBeVisible();
    // only now it is known which unit stands
    await expect(limits).toHaveAccessibleName(new RegExp(`, ${standing.limits} without flow$`));
    expect(standing.limits).toBeGreaterThan(0);
    await open(page, '?tab=units');
    await expect(page.getByText('no flow, not judged')).toHaveCount(1);
    await page.goto(`/units/${standing.unitId}`);
    await expect(page.getByRole('main').getByText('no flow, not judged')).toBeVisible();
  });

  test('lists tanks with the time to full or empty', async ({ signedIn: page }) => {
    await open(page);
    const tanks = page.getByRole('region', { name: 'Tanks' });
    await expect(tanks.getByRole('row')).toHaveCount(8);
    // a row without a forecast says nothing of it
    await expect(
      tanks
        .getByRole('row')
        .filter({ hasText: /full|empty|steady/ })
        .first(),
    ).toBeVisible();
  });

  test('counts what is not known apart from what is outside of its limits', async ({ signedIn: page }) => {
    let away = false;
    await page.routeWebSocket(/\/api\/user\/live/, (socket) => {
      if (away) return void socket.close();
      socket.connectToServer();
    });
    await page.route('**/api/plant/overview', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.json();
      for (const unit of body.units)
        if (unit.type === 'quality') for (const param of unit.params) Object.assign(param, { value: null, quality: 'BAD_LINK' });
      await route.fulfill({ response, json: body });
    });
    away = true;
    await open(page);
    const limits = page.getByLabel('Today so far').getByText('Quality limits').locator('../..');
    await expect(limits).toContainText(/0 inside 0 outside/);
    await expect(limits).toContainText(/17 unknown/);
  });

  test('groups what does not report by its cause, with the first steps', async ({ signedIn: page }) => {
    await page.route('**/api/plant/overview', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.json();
      const cause = { kind: 'line', id: 'g', name: 'Process gateway', reason: 'lineDown', detail: null, since: body.comparedTo };
      body.silent = [{ ...cause, unitIds: body.units.slice(0, 8).map(({ unitId }: { unitId: string }) => unitId) }];
      await route.fulfill({ response, json: body });
    });
    await nothingUrgent(page);
    await open(page);
    const silent = page.getByRole('region', { name: 'Not reporting' });
    await expect(silent.getByRole('listitem')).toHaveCount(1);
    await expect(silent).toContainText(/Process gateway\s+no connection since \d\d:\d\d/);
    await expect(silent).toContainText('8 units not known');
    await expect(silent).toContainText('check its power');
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Process gateway silent');
  });

  test('shows any slot of the past with its letters, sums and alarms, marked as past, and comes back to now', async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto('/');
    const { iso } = await shiftDay(page, 1);
    // 14:35 in the plant's zone
    const at = `${iso}T09:05:00Z`;
    type Moment = {
      overview: {
        kpis: { intake: { value: number } };
        units: { unitName: string; params: { param: string; letter: string; value: number }[] }[];
      };
      alarms: { id: string }[];
    };
    const then = await apiOf<Moment>(page, `/api/plant/overview/moment?at=${at}`);
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Past', { exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`/?at=${at}`);
    await expect(page.getByRole('main')).toContainText(/14:35, past/);
    await expect(page.getByRole('main')).toContainText('nothing can be switched from here');
    const intake = page.getByLabel('Today so far').getByText('Intake to 14:35').locator('../..');
    await expect
      .poll(async () => numberIn((await intake.locator('dd').innerText()).replace('\n', '')))
      .toBe(then.overview.kpis.intake.value);
    await expect(page.getByRole('region', { name: 'Water then' })).toContainText('m³/h at 14:35, KL since 06:00');
    const main = page.getByRole('region', { name: 'Water then' }).getByRole('link', { name: /^Process water main/ });
    const known = then.overview.units.find(({ unitName }) => /^Process water main/.test(unitName));
    const flow = known?.params.find(({ param }) => param === 'flow');
    expect(flow?.letter).toMatch(/^[GEFBR]$/);
    // shown with one decimal
    const shownFlow = numberIn(/[\d,.]+ m³\/h/.exec((await main.textContent()) ?? '')?.[0] ?? '');
    expect(Math.abs(shownFlow - (flow?.value ?? Number.NaN))).toBeLessThan(0.0501);
    await expect(main).toContainText(flow?.letter ?? '?');
    const listed = page.getByRole('region', { name: 'Alarm list' }).getByRole('listitem');
    await expect(listed).toHaveCount(Math.min(5, then.alarms.length));
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('06:00 to 14:35');
    await expectAccessible(page, 'a moment of the past');
    await page.getByRole('button', { name: '5 minutes on' }).click();
    await expect(page.getByRole('main')).toContainText(/14:40, past/);
    await expect(page.getByLabel('Today so far')).toContainText('Intake to 14:40');
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Now', { exact: true }).click();
    await expect(page.getByRole('region', { name: 'Water now' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('past');
  });

  test('puts the verdict first on a phone, and has no sideways scroll', { tag: '@full' }, async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page);
    await expect(page.getByRole('region', { name: 'Verdict' })).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Tanks' }).getByRole('row')).toHaveCount(4);
    await expectToFit(page);
    await expectAccessible(page, 'overview on a phone');
  });

  test('draws no boxes on one another before the picture knows its size', async ({ signedIn: page }) => {
    await page.setViewportSize({ width: 1366, height: 900 });
    // a busy machine tells sizes late
    await page.addInitScript(() => {
      const { observe } = ResizeObserver.prototype;
      ResizeObserver.prototype.observe = function (...of) {
        setTimeout(() => observe.apply(this, of), 4000);
      };
    });
    await page.goto('/');
    const list = page.getByRole('list', { name: 'The plant from source to discharge' });
    await expect(list).toBeAttached();
    const placed = () =>
      list.getByRole('listitem').evaluateAll((boxes) => boxes.map((box) => JSON.stringify(box.getBoundingClientRect())));
    let all: string[] = [];
    await expect
      .poll(async () => {
        all = await placed();
        expect(new Set(all).size).toBe(all.length);
        return all.length;
      })
      .toBeGreaterThan(5);
  });

  test('keeps the names of tanks legible where level and flows of all of them differ', async ({ signedIn: page }) => {
    await page.route('**/api/plant/overview', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.json();
      for (const unit of body.units) {
        // tanks without a meter at each pipe have no flows that differ, and at some hours are the first to be full or empty
        if (unit.forecast) unit.forecast = { ratePerHour: 4321.9, hoursToFull: null, hoursToEmpty: null };
        // a flow that a busy machine reads late would be doubtful, and a doubtful flow contradicts no level
        for (const param of unit.params) param.staleAfterSeconds = 600;
      }
      await route.fulfill({ response, json: body });
    });
    for (const width of [390, 1366]) {
      await page.setViewportSize({ width, height: 844 });
      await open(page);
      const tanks = page.getByRole('region', { name: 'Tanks' });
      await expect(tanks.getByText('last hour +4,321.9').first()).toBeVisible();
      await expectToFit(page, `${width}`);
      const widths = await tanks
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().width));
      expect(widths.length).toBeGreaterThan(2);
      expect(Math.min(...widths), `${width}`).toBeGreaterThan(80);
    }
  });

  test('shows in Hindi no Latin sentence', async ({ signedIn: page }) => {
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'निष्कर्ष' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'संतुलन' })).toContainText('±');
    expect(await latinSentences(page)).toEqual([]);
  });

  test('hatches, strikes and dates what a dead device last said', async ({ signedIn: page }) => {
    const dead = await unitIdOf(page, 'Borewell 1');
    const at = new Date(Date.now() - 720_000).toISOString();
    // the line to this device is cut: its values come with the quality that the server gives them then
    await page.routeWebSocket(/\/api\/user\/live/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((data) => {
        const message = JSON.parse(String(data));
        if (message.type !== 'reading') return socket.send(data);
        const values = message.values.map((value: { unitId: string }) =>
          value.unitId === dead ? { ...value, value: null, quality: 'BAD_TIMEOUT', at } : value,
        );
        socket.send(JSON.stringify({ ...message, values }));
      });
    });
    await page.route('**/api/plant/overview', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.json();
      for (const unit of body.units) {
        if (unit.unitId !== dead) continue;
        unit.online = false;
        for (const param of unit.params) Object.assign(param, { quality: 'BAD_TIMEOUT', at });
      }
      await route.fulfill({ response, json: body });
    });
    await open(page, '?tab=units');
    const now = nowOf(page, 'Borewell 1');
    await expect(now).toContainText('?');
    await expect(now).toContainText('12 min');
    await expect(now.locator('s')).toHaveText(/[\d.]+/);
    await expect(nowOf(page, 'Borewell 2').locator('s')).toHaveCount(0);
  });

  test('says when the live connection is lost, and comes back by itself', async ({ signedIn: page }) => {
    let cut: (() => void) | undefined;
    let away = false;
    await page.routeWebSocket(/\/api\/user\/live/, (socket) => {
      if (away) return void socket.close();
      socket.connectToServer();
      cut = () => void socket.close();
    });
    await open(page);
    const state = page.getByLabel('State of the system');
    await expect(state).toContainText('live');
    away = true;
    cut?.();
    const bar = page.getByRole('region', { name: 'Alarm bar' });
    await expect(bar).toContainText('Not known since');
    await expect(state).toContainText(/lost, again in \d+ s/);
    away = false;
    await expect(state).toContainText('live', { timeout: 40_000 });
    await expect(bar).not.toContainText('Not known since');
  });

  test('offers to try again when it cannot be loaded, and names the request', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 500/);
    const body = { status: 'error', code: 500, message: 'Internal server error', requestId: 'req-4711' };
    await page.route('**/api/plant/overview', (route) => route.fulfill({ status: 500, json: body }));
    await page.goto('/');
    const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
    await expect(alert).toContainText('Request req-4711');
    // while it still fails: a page that healed by itself meanwhile has no button any more
    const again = page.waitForRequest('**/api/plant/overview', { timeout: 5000 });
    await alert.getByRole('button', { name: 'Try again' }).click();
    await again;
    await page.unroute('**/api/plant/overview');
    await expect(page.getByLabel('Today so far')).toBeVisible();
  });

  test('says that the server is starting or busy, heals by itself, and says it of figures that are shown already', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 503/);
    let refusing = true;
    const body = { status: 'error', code: 503, message: 'The server is starting', requestId: 'req-1', retryAfterSeconds: 1 };
    await page.route('**/api/plant/overview', (route) =>
      refusing ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: body }) : route.fallback(),
    );
    await page.goto('/');
    const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
    await expect(alert).toContainText('The server cannot do this at the moment: the server is starting. Nothing is lost.');
    refusing = false;
    await expect(page.getByLabel('Today so far')).toBeVisible();
    await expect(alert).toHaveCount(0);
    refusing = true;
    await expect(page.getByText(/as of .*, the server is starting or busy/i).first()).toBeVisible({ timeout: 60_000 });
    await expect(page.getByLabel('Today so far')).toBeVisible();
    refusing = false;
    await expect(page.getByText(/the server is starting or busy/)).toHaveCount(0, { timeout: 30_000 });
  });

  test('says so where a plant has no units yet', async ({ signedIn: page }) => {
    await page.route('**/api/plant/overview', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      await route.fulfill({ response, json: { ...(await response.json()), units: [] } });
    });
    await page.goto('/');
    await expect(page.getByText('No units yet')).toBeVisible();
  });
});

/** Ids are made by the server; the overview that a first load brings tells them. */
const unitIdOf = async (page: Page, name: string): Promise<string> => {
  const answered = page.waitForResponse('**/api/plant/overview');
  await page.goto('/');
  const body = (await (await answered).json()) as { units: { unitId: string; unitName: string }[] };
  const unit = body.units.find(({ unitName }) => unitName === name);
  if (unit === undefined) throw new Error(`the plant has no ${name}`);
  return unit.unitId;
};
