import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { expectFewScripts } from './support/scripts'
import { appIsThere, expect, noteFaults, signInAs, test } from './support/site'

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('home is shown from the HTML alone, and nothing moves', { tag: '@phone' }, async ({ newPerson }) => {
    const page = await (await newPerson()).newPage()
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(pathname)
    })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: 'Recently Added' })).toBeVisible()
    expect(calls).toEqual([])
    const shift = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    )
    expect(shift).toBeLessThan(0.02)
    await expectFewScripts(page, '/')
  })
})

test('the first screen is there without JavaScript, and its links work', { tag: '@phone' }, async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const faults: string[] = []
  noteFaults(context, faults)
  await context.addCookies([{ name: 'age_verified', value: '1', domain: 'localhost', path: '/' }])
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Popular Free Videos' })).toBeVisible()
  const link = page.getByRole('link', { name: /^Watch Now/ }).first()
  await expect(link).toBeInViewport()
  await link.click()
  await expect(page).toHaveURL(/\/video\/\d+$/)
  await context.close()
  expect(faults, 'errors of the pages').toEqual([])
})

test('what the policy or Trusted Types block is noted, and would fail a test', async ({ browser }) => {
  const context = await browser.newContext()
  const faults: string[] = []
  noteFaults(context, faults)
  const page = await context.newPage()
  await page.goto('/terms')
  await page.evaluate(() => {
    new Image().src = 'https://elsewhere.example/a.png'
    try {
      document.body.innerHTML = '<p>Written as HTML</p>'
    } catch {
      // The block must be noted even if the page catches its error.
    }
  })
  await expect.poll(() => faults).toHaveLength(2)
  expect(faults.join()).toMatch(/elsewhere\.example.*Content Security Policy/)
  expect(faults.join()).toContain('TrustedHTML')
  await context.close()
})

/** Opens a page whose scripts are held back. Returns a function that lets them through. */
async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  let goOn: (value?: unknown) => void = () => {}
  const held = new Promise((resolve) => {
    goOn = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  // Its styles have been loaded, too, and controls that would do nothing yet can't be pressed.
  await expect(page.locator('#root[data-waiting] button').first()).toHaveCSS('pointer-events', 'none')
  return async () => {
    goOn()
    await appIsThere(page)
  }
}

test.describe('in another time zone and language than the worker', () => {
  const zone = 'Pacific/Auckland'
  test.use({ timezoneId: zone, locale: 'de-DE' })

  test('the app hydrates what the worker rendered, element by element', { tag: '@phone' }, async ({
    newPerson,
  }) => {
    const visitor = await newPerson()
    const member = await newPerson()
    await signInAs({ request: member.request }, 'member')
    for (const person of [visitor, member, await newPerson({ ageConfirmed: false })]) {
      for (const path of ['/', '/categories', '/premium']) {
        const page = await person.newPage()
        const start = await openHeld(page, path)
        const first = await page.locator('main li, main h1, [role=dialog] button').first().elementHandle()
        await start()
        expect(await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(zone)
        expect(await first?.evaluate((element) => element.isConnected)).toBe(true)
        // If React renders anything again, that is an error on the page, which `newPerson` finds.
        await page.close()
      }
    }
  })
})

test('what was typed, focused and scrolled before the app came stays, and links work', async ({
  newPerson,
}) => {
  const page = await (await newPerson()).newPage()
  await page.setViewportSize({ width: 800, height: 600 })
  const start = await openHeld(page, '/')
  const box = page.getByRole('combobox', { name: 'Search videos' })
  await box.fill('slow')
  const chips = page.getByRole('navigation', { name: 'Categories' }).getByRole('list')
  await chips.evaluate((list) => list.scrollTo({ left: 120, behavior: 'instant' }))
  await start()
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('slow')
  expect(await chips.evaluate((list) => list.scrollLeft)).toBe(120)

  const other = await (await newPerson()).newPage()
  await openHeld(other, '/')
  await other
    .getByRole('link', { name: /^Watch Now/ })
    .first()
    .click()
  await expect(other).toHaveURL(/\/video\/\d+$/)
})

test('pictures come in the size of their slot, and no more of them than are near', async ({ newPerson }) => {
  for (const [path, most] of [
    ['/', 180_000],
    ['/categories', 250_000],
  ] as const) {
    // With an empty cache: Chromium prefers a wider picture that it has cached.
    const page = await (await newPerson()).newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    const loaded = await page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return entries
        .filter(({ name }) => /\/poster[^/]*$/.test(name))
        .map(({ name, encodedBodySize }) => ({ file: name.split('/').at(-1), bytes: encodedBodySize }))
    })
    expect(loaded.length).toBeGreaterThan(5)
    expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(most)
    const wide = loaded.filter(({ file }) => file?.startsWith('poster-') && file !== 'poster-320.webp')
    // The slide that is shown, and the next one.
    expect(wide.length).toBeLessThanOrEqual(path === '/' ? 2 : 0)
  }
})

test('the gate stands before everything, and remembers', { tag: '@phone' }, async ({ newPerson }) => {
  const context = await newPerson({ ageConfirmed: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('button', { name: "Yes, I'm Over 18" })).toBeVisible()
  await expect(page.getByText('Popular Free Videos')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: "No, I'm Under 18" }).click()
  await expect(page.getByText('Access Denied')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: "Yes, I'm Over 18" }).click()
  await expect(page.getByRole('heading', { name: 'Popular Free Videos' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Popular Free Videos' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('ageVerified'))).toBe('true')
  // The flag is enough, although the worker doesn't know it and renders the gate.
  await context.clearCookies()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Popular Free Videos' })).toBeVisible()
  for (const box of await page.locator('input[type=search]').all()) await expect(box).toHaveValue('')
})

test('a file of the build is kept for a year, and one that is missing not at all', async ({ request }) => {
  const [, script = ''] = /src="(\/assets\/[\w-]+\.js)"/.exec(await (await request.get('/')).text()) ?? []
  const found = await request.get(script)
  expect(found.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const path of ['/assets/gone-Abc_123.js', '/assets/gone.css', '/assets/fonts/gone']) {
    const missing = await request.get(path)
    expect([path, missing.status(), missing.headers()['cache-control']]).toEqual([path, 404, 'no-store'])
  }
})

test('a premium video is locked for a visitor', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  const answer = await page.request.get('/api/videos?isPremium=true&limit=1')
  const [video] = (await answer.json()) as { id: number }[]
  await page.goto(`/video/${video?.id}`)
  await expect(page.getByText('Subscribe to unlock this video')).toBeVisible()
  // An order remembers the page on which it began.
  await expect(page.getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute(
    'href',
    `/premium?video=${video?.id}`,
  )
  // Only its trailer can be played.
  await expect(page.getByRole('group', { name: /^Video player/ })).toHaveCount(0)
  await expect(page.locator('video')).toHaveAttribute('src', /\/trailer\.mp4$/)
})

test('Back finds the list where it was left', { tag: '@phone' }, async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  await page.goto('/categories')
  await appIsThere(page)
  const cards = page.locator('main a[href^="/video/"]')
  await expect(cards.first()).toBeVisible()
  await cards.last().scrollIntoViewIfNeeded()
  // The first page holds 24. Reaching its end loads the next.
  await expect.poll(() => cards.count()).toBeGreaterThan(24)
  await cards.nth(23).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await cards.nth(23).click()
  await expect(page).toHaveURL(/\/video\/\d+/)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

test('a bar says that a page is on its way', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await page.goto('/')
  await appIsThere(page)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Premium' })
  const line = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await line.promise
    await route.continue()
  })
  await link.click()
  const bar = page.getByRole('status', { name: 'Loading page' })
  await expect(bar).toBeAttached()
  line.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Unlock Exclusive Adult Content' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('an address that is typed starts at the top, and a reload stays where it was', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  const position = () => page.evaluate(() => scrollY)
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const before = 300
  const scrolled = () =>
    page.evaluate((top) => {
      scrollTo(0, top)
      return scrollY
    }, before)
  await expect.poll(scrolled).toBe(before)
  await page.reload()
  await expect.poll(position).toBe(before)
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await position()).toBe(0)
  await page.goBack()
  await expect.poll(position).toBe(before)
})

test('searching by the beginning of a title', async ({ newPerson }) => {
  const context = await newPerson()
  const page = await context.newPage()
  await page.goto('/search?q=slow')
  await expect(page.getByRole('link', { name: /Slow light over a warm horizon/ }).first()).toBeVisible()
})

test('a search goes by keyboard alone, from suggestions to a video', async ({ newPerson }) => {
  const page = await (await newPerson()).newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Recently Added' })).toBeVisible()
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search videos' })
  await expect(box).toBeFocused()
  await page.keyboard.type('moonr')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toHaveText('Moonrise in teal')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Moonrise in teal' })).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type('ligth')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: 'Showing results for light instead.' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Slow light over a warm horizon' })).toBeVisible()
  expect(await page.evaluate(() => [...(CSS.highlights.get('search') ?? [])].length)).toBeGreaterThan(0)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Longest')
  await expect(page).toHaveURL('/search?q=ligth&sort=longest')
  await expectAccessible(page)
})
