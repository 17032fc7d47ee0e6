import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { embedCode } from '#contract/values/videos/embed'
import { addCaptions, publish } from '../../e2e/support/player'
import { makeVideoFile } from '../../e2e/support/site'
import { abilitiesHere } from './abilities'
import type { BrowserWindow } from './browser-window'
import { engines } from './engines'
import { test as base, passGate, seePlaying, signIn } from './support'

/** A video with a ladder, so that it can be played as HLS, and captions; made once. */
const test = base.extend<object, { path: string }>({
  path: [
    async ({ uploader, clip }, use) => {
      const path = await publish(uploader, clip.file, [clip.low])
      await addCaptions(uploader, path, 'en', 'Still here.')
      await use(path)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('Chromium: what it can do', async ({ page, browser }, info) => {
  await page.goto('/')
  const abilities = await page.evaluate(abilitiesHere)
  info.annotations.push({
    type: 'abilities',
    description: JSON.stringify({ version: browser.version(), ...abilities }),
  })
})

for (const engine of engines) {
  test.describe(engine.name, () => {
    test.skip(engine.open === null, `${engine.name} isn't installed: it takes ${engine.packages}`)
    test.setTimeout(600_000)
    const named = (title: string) => `${engine.name}: ${title}`

    test(named('what it can do'), async ({ openWindow }, info) => {
      const window = await openWindow(engine)
      await window.open('/')
      const abilities = await window.run(abilitiesHere)
      expect(abilities['MP4 with H.264 and AAC']).toBe('yes')
      info.annotations.push({
        type: 'abilities',
        description: JSON.stringify({ version: window.driver.version, ...abilities }),
      })
    })

    test(named('from the gate to a video that plays'), async ({ openWindow }) => {
      const window = await openWindow(engine)
      await passGate(window)
      await window.click({ role: 'link', name: /Watch Now/ })
      await window.click({ role: 'button', name: 'Play' })
      await seePlaying(window)
      await window.driver.reload()
      await window.see({ role: 'button', name: 'Play' })
      expect(await window.count({ role: 'button', name: "Yes, I'm Over 18" })).toBe(0)
    })

    test(named('signed in, and still signed in'), async ({ openWindow }) => {
      const window = await openWindow(engine)
      await passGate(window)
      const username = await signIn(window)
      await window.driver.reload()
      await window.see({ role: 'link', name: 'My Account' })
      await window.open('/account')
      await window.see({ text: username })
    })

    test(named('HLS plays, with captions'), async ({ openWindow, path }) => {
      const window = await openWindow(engine)
      await passGate(window)
      await window.open(path)
      await window.click({ role: 'button', name: 'Play' })
      await seePlaying(window)
      await window.click({ role: 'button', name: 'Captions' })
      await window.until(
        'the caption should be shown',
        () =>
          [...(document.querySelector('video')?.textTracks ?? [])]
            .filter(({ mode }) => mode === 'showing')
            .flatMap(({ activeCues }) => [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text)),
        (words) => words.join() === 'Still here.',
      )
      // A slow machine would reach the end of the clip while in the menu.
      await window.click({ role: 'button', name: 'Pause' })
      await window.click({ role: 'button', name: 'Settings' })
      await window.click({ role: 'menuitem', name: /^Quality/ })
      await window.click({ role: 'menuitemradio', name: /180p/ })
      await window.until(
        'the picture should be of the quality chosen',
        () => document.querySelector('video')?.videoHeight,
        (height) => height === 180,
      )
      await window.click({ role: 'button', name: 'Play' })
      await seePlaying(window)
    })

    test(named('picture in picture'), async ({ openWindow, path }, info) => {
      const window = await openWindow(engine)
      await passGate(window)
      await window.open(path)
      await window.click({ role: 'button', name: 'Play' })
      await seePlaying(window)
      const button = { role: 'button', name: 'Picture in picture' }
      if (await window.run(() => document.pictureInPictureEnabled)) {
        await window.click(button)
        await window.until(
          'the small window should be open',
          () => document.pictureInPictureElement?.tagName,
          (tag) => tag === 'VIDEO',
        )
        await seePlaying(window)
      } else {
        expect(await window.count(button)).toBe(0)
        await window.driver.type([], '?')
        await window.see({ text: "Picture in picture (this browser can't)" })
        const description = 'has none, which the list of shortcuts says'
        info.annotations.push({ type: 'figure', description })
      }
    })

    test(named('a membership is bought, and premium plays'), async ({ openWindow }) => {
      const window = await openWindow(engine)
      await passGate(window)
      await signIn(window)
      await window.open('/premium?currency=INR&plan=monthly')
      await window.click({ role: 'button', name: /^Razorpay/ })
      const checkout = window.within('iframe[title="Payment"]')
      await checkout.within('iframe[title="Razorpay Checkout"]').click({ role: 'button', name: 'Pay' })
      await window.see({ role: 'heading', name: 'Premium Membership Active' })
      const listed = await fetch(new URL('/api/videos?isPremium=true&limit=1', window.origin))
      const [video] = (await listed.json()) as Video[]
      await window.open(`/video/${video?.id}`)
      await window.click({ role: 'button', name: 'Play' })
      await seePlaying(window)
    })

    test(named('a file is uploaded, published and watched'), async ({ openWindow }, info) => {
      const file = await makeVideoFile(info.outputDir, { seconds: 6, megabits: 3 })
      const window = await openWindow(engine)
      await passGate(window)
      await openUpload(window, 'File')
      await choose(window, file)
      await window.fill('Title', 'From another browser')
      await window.select('Category', 'Fractals')
      const { 'encodes H.264 (WebCodecs)': encodes } = await window.run(abilitiesHere)
      if (encodes === 'no') await window.see({ text: /lower qualities won't be created/ })
      await seePublished(window, 'From another browser')
      let description = 'without lower qualities, which the page says'
      if (encodes === 'yes') {
        await window.until(
          'the lower qualities should be there',
          qualitiesHere,
          (heights) => heights.join() === '360,480',
        )
        description = 'with 360p and 480p, made in it'
      }
      info.annotations.push({ type: 'figure', description })
    })

    test(named('an upload goes on after a reload'), async ({ openWindow }, info) => {
      const file = await makeVideoFile(info.outputDir, { seconds: 6, megabits: 40 })
      const window = await openWindow(engine)
      await passGate(window)
      await openUpload(window, 'File')
      await window.run(holdParts)
      await choose(window, file)
      await window.fill('Title', 'Through a reload')
      await window.until('two parts should be stored', storedParts, (parts) => parts.length === 2)
      const sent = await window.run(storedParts)
      await window.driver.reload()
      if (await window.run(() => navigator.storage === undefined)) {
        await window.see({ text: 'The upload was interrupted. Choose “clip.mp4” again to go on.' })
        await choose(window, file)
        const description = 'the file is chosen again, for which the page asks'
        info.annotations.push({ type: 'figure', description })
      }
      await window.see({ text: /^Uploaded/ })
      await window.until(
        'what was typed should be there',
        () => document.querySelector<HTMLInputElement>('[name=title]')?.value,
        (title) => title === 'Through a reload',
      )
      const later = await window.run(storedParts)
      expect(later.length).toBeGreaterThan(1)
      expect(
        later.filter((part) => sent.includes(part)),
        'parts that were sent twice',
      ).toEqual([])
    })

    test(named('a recording of the camera is published'), async ({ openWindow }, info) => {
      const window = await openWindow(engine)
      await passGate(window)
      await openUpload(window, 'Camera')
      await window.click({ role: 'button', name: 'Access Camera' })
      await window.click({ role: 'button', name: 'Record' })
      await window.until(
        'two seconds should be recorded',
        () => Number(document.querySelector('[role=timer]')?.textContent?.slice(-2)),
        (seconds) => seconds >= 2,
      )
      await window.click({ role: 'button', name: 'Stop' })
      const nothing = { text: /^This browser recorded nothing/ }
      const use = { role: 'button', name: 'Use Video' }
      await window.seeOneOf(use, nothing)
      if ((await window.count(nothing)) > 0) {
        const description = 'its recorder wrote nothing, which the page says'
        info.annotations.push({ type: 'figure', description })
        return
      }
      await window.click(use)
      await window.fill('Title', 'Two seconds of a camera')
      await window.select('Category', 'Fractals')
      await seePublished(window, 'Two seconds of a camera')
    })

    if (engine.openBare) {
      test(
        named('what it lacks with WebCodecs, passkeys and camera turned off is said'),
        async ({ openWindow }, info) => {
          const file = await makeVideoFile(info.outputDir, { seconds: 6, megabits: 3 })
          const window = await openWindow({ open: engine.openBare })
          await passGate(window)
          await window.open('/signin')
          await window.see({ text: "This browser doesn't support passkeys." })
          await openUpload(window, 'Camera')
          await window.click({ role: 'button', name: 'Access Camera' })
          await window.see({ text: /^This browser can't use a camera/ })
          await window.click({ role: 'tab', name: 'File' })
          await choose(window, file)
          await window.see({ text: /^This browser can't encode video, so lower qualities won't be created/ })
        },
      )
    }

    test(named('a video plays in a page of another site'), async ({ openWindow, baseURL, path }) => {
      const id = Number(path.split('/').at(-1))
      const code = embedCode({ origin: String(baseURL), id, title: 'Player test', width: 640, height: 360 })
      const other = createServer((_, response) => {
        response.setHeader('content-type', 'text/html')
        response.end(`<!doctype html><title>Another site</title><body>${code}</body>`)
      }).listen(0)
      await new Promise((resolve) => other.once('listening', resolve))
      try {
        const window = await openWindow(engine)
        await window.open(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
        const frame = window.within('iframe')
        await frame.click({ role: 'button', name: "Yes, I'm Over 18" })
        await seePlaying(frame)
      } finally {
        other.closeAllConnections()
        await new Promise((resolve) => other.close(resolve))
      }
    })
  })
}

/** Opens the upload form as a new member. */
async function openUpload(window: BrowserWindow, source: 'File' | 'Camera'): Promise<void> {
  await signIn(window)
  await window.open('/upload-video')
  await window.click({ role: 'tab', name: source })
}

async function choose(window: BrowserWindow, file: string): Promise<void> {
  await window.see({ role: 'button', name: 'choose a file' })
  await window.driver.choose('input[type=file]', file)
}

/** Publishes the video in the form, and watches it. */
async function seePublished(window: BrowserWindow, title: string): Promise<void> {
  await window.see({ text: /^Uploaded/ })
  await window.click({ role: 'button', name: 'Upload Video' })
  await window.seePath('/my-videos')
  await window.seeNo({ text: 'Processing' })
  await window.click({ role: 'link', name: new RegExp(title) })
  await window.click({ role: 'button', name: 'Play' })
  await seePlaying(window)
}

/** Runs in a video's page: returns the qualities that can be played as HLS. */
async function qualitiesHere(): Promise<number[]> {
  const answer = await fetch(`/api/videos/${location.pathname.split('/').at(-1)}`)
  const { sources } = (await answer.json()) as Pick<Video, 'sources'>
  return (sources ?? []).flatMap(({ type, height }) => (type === 'hls' && height !== null ? [height] : []))
}

/** Runs in a page: lets two parts of an upload be sent, and none after them until the page is left. */
function holdParts(): void {
  const send = XMLHttpRequest.prototype.send
  const open = XMLHttpRequest.prototype.open
  const held = new WeakSet<XMLHttpRequest>()
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: unknown[]) {
    const [, part] = /\/parts\/(\d+)$/.exec(String(args[1])) ?? []
    if (Number(part) > 2) held.add(this)
    return Reflect.apply(open, this, args)
  }
  XMLHttpRequest.prototype.send = function (body) {
    if (!held.has(this)) send.call(this, body)
  }
}

/** Runs in a page: returns the number of parts that it has sent. */
function storedParts(): number[] {
  return performance.getEntriesByType('resource').flatMap(({ name }) => {
    const [, part] = /\/api\/uploads\/[^/]+\/parts\/(\d+)$/.exec(name) ?? []
    return part ? [Number(part)] : []
  })
}
