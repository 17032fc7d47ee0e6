import type { Page } from '@playwright/test'
import { median } from '#tools/figures/median'
import {
  type Fixtures,
  firstFrame,
  type Line,
  lab,
  limit,
  middling,
  origin,
  rounds,
  type Subject,
  test,
  times,
} from './support'

test('the first frame in the lab against a bare video element on nginx', { tag: '@TTFF' }, async ({
  openPage,
  lengths,
  row,
}) => {
  for (const [what, subject] of lengths)
    row({ ...(await compare(openPage, `lab (9 Mbit/s, 60 ms, CPU/4), ${what}`, lab, subject)), limit: 1.2 })
})

test('the first frame on a middling line against a bare one', { tag: '@TTFF' }, async ({
  openPage,
  fiveMinutes,
  row,
}) => {
  row({ ...(await compare(openPage, '4 Mbit/s, 40 ms, 5 min clip', middling, fiveMinutes)), limit: 0.8 })
})

test('a click inside the app on a video that was open before', { tag: '@TTFF' }, async ({
  openPage,
  lengths,
  row,
}) => {
  for (const [what, { url }] of lengths) {
    const page = await openPage()
    await firstFrame(page, url)
    await limit(page, lab)
    const clicks = await times(rounds, () => afterClick(page, new URL(url).pathname))
    row({
      id: 'TTFF',
      what: `lab, ${what}: from a warm click inside the app`,
      value: median(clicks),
      limit: 300,
      unit: 'ms',
    })
    await page.context().close()
  }
})

type OpenPage = Fixtures['openPage']

async function compare(openPage: OpenPage, what: string, line: Line, subject: Subject) {
  const both = await times(rounds, async () => {
    const ours = await measured(openPage, line, subject.url)
    const bare = await measured(openPage, line, subject.bare)
    return { ours, bare }
  })
  const ours = median(both.map((each) => each.ours))
  const bare = median(both.map((each) => each.bare))
  return {
    id: 'TTFF',
    what: `${what}: ours / bare <video>`,
    value: ours / bare,
    unit: '×',
    note: `${Math.round(ours)} / ${Math.round(bare)} ms`,
  }
}

async function measured(openPage: OpenPage, line: Line, url: string): Promise<number> {
  const page = await openPage(line)
  const ms = await firstFrame(page, url)
  await page.context().close()
  return ms
}

/** Opens the home page and clicks on this video there; returns the milliseconds from the click to its picture. */
async function afterClick(page: Page, path: string): Promise<number> {
  await page.goto(origin(), { waitUntil: 'networkidle' })
  const link = page.locator(`main a[href="${path}"]`).first()
  const clicked = await link.evaluateHandle((element: HTMLAnchorElement) => ({
    // Within an object: a handle of the promise itself would wait for it.
    at: new Promise<number>((resolve) =>
      element.addEventListener('click', ({ timeStamp }) => resolve(timeStamp)),
    ),
  }))
  const picture = clicked.evaluate(async ({ at }, path) => {
    const from = await at
    for (;;) {
      await new Promise(requestAnimationFrame)
      const video = document.querySelector('main video') as HTMLVideoElement | null
      if (!video || location.pathname !== path) continue
      video.muted = true
      void video.play().catch(() => undefined)
      return (await new Promise<number>((resolve) => video.requestVideoFrameCallback(resolve))) - from
    }
  }, path)
  // A person holds the button for some 80 ms.
  await link.click({ delay: 80 })
  return picture
}
