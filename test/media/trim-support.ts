import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build, preview } from 'vite'
import { clip, clipFolder, made } from '../bench/clips'
import { test as base } from '../bench/support'

/** Frames a second of the minute of noise. */
export const frameRate = 30

export interface Frame {
  file: string
  frame: number
}

export interface Fixtures {
  /** The page of trim-harness.html: the studio as in the app, including its workers. */
  studio: Page
}

export interface Shared {
  /** URL of the harness. */
  harness: string
}

export const test = base.extend<Fixtures, Shared>({
  harness: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const outDir = join(clipFolder, 'trim-harness')
      // Built like the app, so that workers and their later imports are separate files, too.
      const common = { configFile: false as const, root: resolve('.'), logLevel: 'error' as const }
      const input = ['trim', 'studio'].map((name) => resolve(`test/media/${name}-harness.html`))
      await build({
        ...common,
        worker: { format: 'es' },
        build: { outDir, emptyOutDir: true, target: 'es2023', rolldownOptions: { input } },
      })
      const port = Number(process.env.TEST_PORT ?? 8797) + 8
      const server = await preview({ ...common, build: { outDir }, preview: { port, strictPort: true } })
      await use(`http://localhost:${port}/test/media/trim-harness.html`)
      await server.close()
    },
    { scope: 'worker' },
  ],
  studio: async ({ browser, harness }, use) => {
    const context = await browser.newContext({ permissions: ['camera', 'microphone'] })
    const page = await context.newPage()
    await page.goto(harness)
    await page.waitForFunction(() => 'trimHarness' in window)
    await use(page)
    await context.close()
  },
})

export { median } from '#tools/figures/median'
export { expect } from '../bench/support'

export async function choose(page: Page, file: string): Promise<void> {
  await page.getByLabel('File').setInputFiles(file)
}

/** Saves the harness's result from the browser to a file. */
export async function saveMade(page: Page, file: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(() => window.trimHarness.save()),
  ])
  await download.saveAs(file)
  return file
}

/** Makes a clip once with ffmpeg; `minute` in the arguments stands for the minute of noise. */
export function clipOf(name: string, args: string): string {
  return made(
    name,
    args.split(' ').map((arg) => (arg === 'minute' ? clip(1).file : arg)),
  )
}

/** Returns ffprobe's values for a file's entries, line by line. */
export function probe(file: string, ...args: string[]): string[] {
  const out = execFileSync('ffprobe', ['-v', 'error', ...args, '-of', 'csv=p=0', file], { encoding: 'utf8' })
  return out.split('\n').filter((line) => line !== '')
}

/** Returns the types of an MP4's boxes, in order. */
export function boxesOf(file: string): string[] {
  const bytes = readFileSync(file)
  const types: string[] = []
  for (let at = 0; at < bytes.length; ) {
    types.push(bytes.toString('latin1', at + 4, at + 8))
    const size = bytes.readUInt32BE(at)
    at += size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size
  }
  return types
}

/**
 * Returns how alike two frames are, as the peak signal-to-noise ratio in decibels: the same picture, encoded
 * twice, scores higher than its neighbours. Frames count from 0. Unmarked HD has the colours of BT.709, which
 * ffmpeg doesn't assume. Pictures of different sizes are compared at a `width` so small that scaling makes no
 * difference.
 */
export function likeness(one: Frame, other: Frame, width?: number): number {
  const scaled = width === undefined ? '' : `,scale=${width}:-2:flags=area`
  const inRgb = ({ file }: Frame) =>
    `trim=end_frame=1,setpts=0,scale=in_color_matrix=${isPicture(file) ? 'bt601' : 'bt709'},format=rgb24${scaled}`
  const graph = `[0:v]${inRgb(one)}[a];[1:v]${inRgb(other)}[b];[a][b]psnr`
  const inputs = [one, other].flatMap(({ file, frame }) => {
    const from = String(Math.max(0, (frame - 0.5) / frameRate))
    return isPicture(file) ? ['-i', file] : ['-ss', from, '-t', '0.2', '-i', file]
  })
  const args = ['-v', 'info', ...inputs, '-lavfi', graph, '-f', 'null', '-']
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
  const [, average] = /average:(inf|[\d.]+)/.exec(stderr) ?? []
  if (average === undefined) throw new Error(stderr)
  return average === 'inf' ? Number.POSITIVE_INFINITY : Number(average)
}

function isPicture(file: string): boolean {
  return file.endsWith('.webp')
}
