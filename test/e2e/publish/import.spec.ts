import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Video } from '#contract/schemas/videos/video'
import { expect, newName, signInAs, test } from '../support/site'

const media = 'test/fixtures/media'

interface Ended {
  code: number
  printed: string
}

/** Runs `npm run import` as the demo administrator. */
function runImport(csv: string, site: string): Promise<Ended> {
  const env = { ...process.env, IMPORT_PASSWORD: 'nocturne-demo' }
  const args = ['scripts/import.ts', csv, '--site', site, '--as', 'admin']
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, printed: stdout + stderr }),
    )
  })
}

test('a library is imported once, whole files alone, each for its owner', async ({
  newPerson,
  baseURL,
}, info) => {
  test.setTimeout(180_000)
  const folder = info.outputPath('library')
  await mkdir(folder, { recursive: true })
  for (const [from, to] of [
    ['ok.mp4', 'film.mp4'],
    ['ok.mp4', 'copy.mp4'],
    ['truncated.mp4', 'damaged.mp4'],
    ['poster.jpg', 'poster.jpg'],
  ] as const)
    await copyFile(join(media, from), join(folder, to))
  const title = `Film of ${newName()}`
  const csv = join(folder, 'videos.csv')
  const header = 'file,title,category,owner,date,visibility,poster'
  await writeFile(
    csv,
    `${header}\nfilm.mp4,${title},Nowhere,nobody-of-that-name,,,\ncopy.mp4,Other,Fractals,creator,,,\n`,
  )
  const site = baseURL ?? ''
  const wrong = await runImport(csv, site)
  expect(wrong.code).toBe(1)
  expect(wrong.printed).toContain(
    'Line 2 (film.mp4): the site has no category “Nowhere”; the site has no account “nobody-of-that-name”.',
  )
  expect(wrong.printed).toContain('Line 3 (copy.mp4): same content as line 2.')

  await writeFile(
    csv,
    `${header}
film.mp4,${title},Fractals,creator,2021-05-04,private,poster.jpg
copy.mp4,The same,Fractals,creator,2019-01-01,private,
damaged.mp4,Half of it,Fractals,creator,2020-01-01,private,
`,
  )
  const first = await runImport(csv, site)
  expect(first.printed).toContain('1 published, 0 published before, 1 failed, 1 duplicate\n')
  expect(first.printed).toMatch(/3 +copy\.mp4 +not imported: same content as line 2/)
  expect(first.printed).toMatch(/4 +damaged\.mp4 +not imported: This file is damaged/)
  expect(first.code).toBe(1)
  expect(await readFile(`${csv}.journal`, 'utf8')).not.toContain('nocturne-demo')

  const again = await runImport(csv, site)
  expect(again.printed).toContain('0 published, 1 published before, 1 failed, 1 duplicate\n')

  const page = await (await newPerson()).newPage()
  await signInAs(page, 'creator')
  const own = (await (await page.request.get('/api/videos/my-videos?limit=50')).json()) as Video[]
  const imported = own.filter((video) => video.title === title)
  expect(imported).toMatchObject([
    { createdAt: '2021-05-04T00:00:00.000Z', visibility: 'private', duration: 2 },
  ])
  // The studio's files were published with the video, before anyone could see it without them.
  expect(imported[0]?.previewUrl).toMatch(/\/preview\.mp4$/)
  // As wide as the given picture, which isn't scaled up.
  expect(imported[0]?.poster?.widths).toEqual([320])
})
