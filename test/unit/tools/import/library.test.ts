import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkLibrary } from '#tools/import/check'
import { type Entry, Journal } from '#tools/import/journal'
import { readLibrary } from '#tools/import/rows'

function folderOf(csv: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'library-'))
  writeFileSync(join(folder, 'videos.csv'), csv)
  return folder
}

const header = 'file,title,category,owner'

describe('readLibrary', () => {
  it('reads a row with everything', () => {
    const folder = folderOf(
      `${header},description,tags,date,premium,visibility,download,poster,mood
a/one.mp4,One of three,Fractals,creator,"Two
lines","Slow Light, #night, night",2021-05-04 18:30 +02:00,Yes,Unlisted,true,one.jpg,calm`,
    )
    const { rows, faults, notes } = readLibrary(folder)
    expect(faults).toEqual([])
    expect(rows).toEqual([
      {
        line: 2,
        file: 'a/one.mp4',
        path: join(folder, 'a/one.mp4'),
        poster: join(folder, 'one.jpg'),
        title: 'One of three',
        description: 'Two\nlines',
        category: 'Fractals',
        owner: 'creator',
        tags: ['slow light', 'night'],
        date: '2021-05-04T16:30:00.000Z',
        isPremium: true,
        visibility: 'unlisted',
        allowDownload: true,
      },
    ])
    expect(notes).toEqual(["Ignored, since the import doesn't know it: mood."])
  })

  it.each([
    ['one.mp4,On,c,o', 'the title needs 3 to 100 characters'],
    ['one.mp4,,c,o', 'the title is missing'],
    ['one.mp4,On\u202ee,c,o', 'the title contains hidden characters that change its direction'],
    ['one.mp4,One,c,o,2021-02-30', "“2021-02-30” isn't a date such as 2021-05-04"],
    ['one.mp4,One,c,o,4.5.2021', "“4.5.2021” isn't a date such as 2021-05-04"],
    ['one.mp4,One,c,o,2999-01-01', 'the date lies in the future'],
    ['one.mp4,One,c,o,,maybe', 'premium is “maybe”, and may be yes or no'],
    ['one.mp4,One,c,o,,,hidden', 'the visibility is “hidden”, and may be public, unlisted or private'],
    ['one.mp4,One,c,o,,,,a/b', "“a/b” can't be a tag"],
    ['one.mp4,One,c,o,,,,,more', 'it has more cells than the header'],
  ])('says what is wrong with %s', (line, problem) => {
    const { rows, faults } = readLibrary(folderOf(`${header},date,premium,visibility,tags\n${line}`))
    expect([rows, faults]).toEqual([[], [`Line 2 (one.mp4): ${problem}.`]])
  })

  it('refuses a file that is listed twice: the journal knows a row by it', () => {
    const { rows, faults } = readLibrary(folderOf(`${header}\none.mp4,One,c,o\none.mp4,Two,c,o`))
    expect(rows).toHaveLength(1)
    expect(faults).toEqual(['Line 3 (one.mp4): line 2 has this file.'])
  })

  it('asks for UTF-8', () => {
    const folder = folderOf('')
    writeFileSync(join(folder, 'videos.csv'), Buffer.from(`${header}\none.mp4,Caf\u00e9,c,o`, 'latin1'))
    expect(() => readLibrary(folder)).toThrow("videos.csv isn't in UTF-8. Save it as “CSV UTF-8”")
  })

  it('says what a folder or a header lacks', () => {
    expect(() => readLibrary(folderOf('file,title\n'))).toThrow('has no column called category, owner.')
    expect(() => readLibrary(mkdtempSync(join(tmpdir(), 'library-')))).toThrow('There is no CSV in')
    const two = folderOf('')
    writeFileSync(join(two, 'more.csv'), '')
    expect(() => readLibrary(two)).toThrow('There are several CSVs')
  })
})

describe('checkLibrary', () => {
  it('asks for the files of what is not published yet, and finds names however they are typed', async () => {
    const folder = folderOf(`${header}\none.mp4,One, Ｃ,O\u200b\ntwo.mp4,Two,c,o`)
    const library = readLibrary(folder)
    const journal = new Journal(library.csv, 'https://site.test')
    journal.note({ file: 'one.mp4', state: 'published', id: 1 })
    const answers = { categories: [{ id: 1, name: 'C', slug: 'c' }], users: [{ username: 'o' }] }
    const get = async <Answer>(path: string) =>
      (path.includes('users') ? answers.users : answers.categories) as Answer
    const { ready, faults } = await checkLibrary(library, { get }, journal)
    expect(ready.map(({ file }) => file)).toEqual(['one.mp4'])
    expect(faults).toEqual(['Line 3 (two.mp4): the file is missing.'])
  })
})

describe('Journal', () => {
  const site = 'https://site.test'
  const newCsv = () => join(folderOf(''), 'videos.csv')
  const uploaded = { files: { videoFile: 'v', thumbnailFile: 'p' }, missing: null }

  it('knows in the next run what was noted last, wherever it was cut off', () => {
    const entry = fc.record({ file: fc.constantFrom('a', 'b', 'ü "c"'), id: fc.nat() })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), fc.nat({ max: 30 }), (noted, cut) => {
        const csv = newCsv()
        const journal = new Journal(csv, site)
        for (const { file, id } of noted) journal.note({ file, state: 'published', id })
        // A line that a crash has cut off.
        appendFileSync(`${csv}.journal`, '{"file":"a","state":"published","id":-1}'.slice(0, cut))
        const again = new Journal(csv, site)
        for (const file of ['a', 'b', 'ü "c"']) {
          const last = noted.findLast((each) => each.file === file)
          expect(again.of(file)).toEqual(last && { ...last, state: 'published' })
        }
      }),
      { numRuns: 30 },
    )
  })

  it('is of one site, and goes on after a line that was cut off', () => {
    const csv = newCsv()
    expect(new Journal(csv, site).of('a')).toBeUndefined()
    expect(existsSync(`${csv}.journal`)).toBe(false)
    new Journal(csv, site).note({ file: 'a', state: 'sent', owner: 'o', ...uploaded })
    appendFileSync(`${csv}.journal`, '{"file":"b","sta')
    const next: Entry = { file: 'c', state: 'published', id: 3 }
    new Journal(csv, site).note(next)
    expect(new Journal(csv, site).of('c')).toEqual(next)
    expect(new Journal(csv, site).of('a')).toMatchObject({ state: 'sent' })
    expect(() => new Journal(csv, 'https://other.test')).toThrow('is of an import into https://site.test')
  })

  it('forgets what the site no longer has', () => {
    const csv = newCsv()
    const journal = new Journal(csv, site)
    journal.note({ file: 'a', state: 'sent', owner: 'o', ...uploaded })
    journal.forget('a')
    expect(new Journal(csv, site).of('a')?.state).toBe('forgotten')
    expect(readFileSync(`${csv}.journal`, 'utf8').split('\n')).toHaveLength(4)
  })
})
