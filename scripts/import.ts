import { parseArgs } from 'node:util'
import { ask } from '#tools/import/ask'
import { checkLibrary } from '#tools/import/check'
import { Journal } from '#tools/import/journal'
import { originOf } from '#tools/import/origin'
import { print } from '#tools/import/print'
import { counted, Progress, summaryOf } from '#tools/import/report'
import { readLibrary } from '#tools/import/rows'
import { importRows } from '#tools/import/run'
import { Site } from '#tools/import/site'
import { openStudio } from '#tools/import/studio'
import { sandboxedOptions, withBrowser } from '#tools/programs/browser'
import { runScript } from '#tools/programs/process'
import { siteOrigin } from '#tools/site/local'

/**
 * `npm run import -- DIR|CSV`: publishes a library of video files on a running site. docs/operating.md describes the
 * CSV. Ends with 0 when everything is published, with 1 when the table at the end lists rows that aren't, or the
 * check finds faults.
 */
const usage = `Usage: npm run import -- DIR|CSV [--site ORIGIN] [--as USERNAME] [--check] [--parallel 1-8]
                               [--browser PATH]
ORIGIN is the site's address, such as https://videos.example.com; by default the local site.
The password is asked for, or taken from IMPORT_PASSWORD.
`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: 'string', default: siteOrigin },
    as: { type: 'string' },
    check: { type: 'boolean', default: false },
    parallel: { type: 'string', default: '2' },
    browser: { type: 'string' },
  },
})
const [source] = positionals
const parallel = Number(values.parallel)
const origin = originOf(values.site)
if (
  !source ||
  !origin ||
  positionals.length > 1 ||
  !(Number.isInteger(parallel) && parallel >= 1 && parallel <= 8)
) {
  process.stderr.write(usage)
  process.exit(2)
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    process.stderr.write('\nStopped. Start the same command again to continue.\n')
    // Ends the browser, too.
    process.exit(code)
  })
}

runScript(async () => {
  const library = readLibrary(source)
  for (const note of library.notes) print(note)
  const username = values.as ?? (await ask('Administrator: '))
  const password = process.env.IMPORT_PASSWORD ?? (await ask(`Password of ${username}: `, { secret: true }))
  await withBrowser(async (browser) => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const site = new Site(origin, context.request, { username, password })
    await site.signIn()
    const journal = new Journal(library.csv, site.origin)
    const checked = await checkLibrary(library, site, journal)
    const { ready, faults, duplicates } = checked
    if (values.check || faults.length > 0) {
      for (const fault of faults) print(fault)
      for (const { row, reason } of duplicates) print(`Line ${row.line} (${row.file}): ${reason}.`)
    }
    if (faults.length > 0) throw new Error('Nothing was sent. Correct these lines and start again.')
    const left = ready.filter(({ file }) => journal.of(file)?.state !== 'published').length
    const before = `${ready.length - left} published before`
    print(
      `${counted(left, 'video')} to import into ${site.origin}, ${before}, ${counted(duplicates.length, 'duplicate')}.`,
    )
    if (values.check) return
    // Before hours of work that couldn't be noted.
    journal.begin()
    await openStudio(context, site.origin)
    const progress = new Progress(ready.length)
    const results = await importRows(ready, {
      context,
      site,
      journal,
      parallel,
      onState: (row, text) => progress.show(row, text),
      onResult: (result) => progress.add(result),
    })
    print(summaryOf(results, checked))
    if (duplicates.length > 0 || results.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
  }, sandboxedOptions(values.browser))
})
