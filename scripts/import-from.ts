import { parseArgs } from 'node:util'
import { readMediaCms } from '#tools/import/mediacms'
import { originOf } from '#tools/import/origin'
import { readPeerTube } from '#tools/import/peertube'
import { print } from '#tools/import/print'
import { type Converted, requireNew, writeLibrary } from '#tools/import/write-library'
import { runScript } from '#tools/programs/process'

/**
 * `npm run import:from -- peertube EXPORT TARGET`, `npm run import:from -- mediacms ORIGIN TARGET`: writes a library
 * of another product as the CSV and files that `npm run import` takes. Changes nothing there or here. Ends with 1 when
 * a video couldn't be taken.
 */
const usage = `Usage: npm run import:from -- peertube EXPORT TARGET [--owner NAME] [--category NAME]
       npm run import:from -- mediacms ORIGIN TARGET [--owner NAME] [--category NAME]
EXPORT is the unpacked archive of an account, ORIGIN an address such as https://old.example.com. MediaCMS's
private videos need an editor's API token in MEDIACMS_TOKEN.
--owner and --category replace those of the source in every row.
`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { owner: { type: 'string' }, category: { type: 'string' } },
})
const [product, source, target] = positionals

const readers: Record<string, (source: string, target: string) => Converted | Promise<Converted>> = {
  peertube: readPeerTube,
  mediacms: (origin, folder) =>
    readMediaCms(origin, folder, { token: process.env.MEDIACMS_TOKEN, onFile: (title) => print(title) }),
}
const read = readers[product ?? '']
if (!read || !source || !target || (product === 'mediacms' && !originOf(source))) {
  process.stderr.write(usage)
  process.exit(2)
}

runScript(async () => {
  requireNew(target)
  const found = await read(source, target)
  const { csv, notes } = writeLibrary(target, found, { ...values })
  for (const note of [...notes, ...found.failed]) print(note)
  print(`${found.rows.length} videos in ${csv}. Look through it, then: npm run import -- ${csv} --check`)
  if (found.failed.length > 0) process.exitCode = 1
})
