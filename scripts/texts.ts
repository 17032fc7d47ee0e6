import { allTexts } from '#tools/checks/texts'

/** `npm run texts`: prints every text of the code that a person reads, with its place, as tab-separated lines. */
for (const { file, line, text } of allTexts()) process.stdout.write(`${file}:${line}\t${text}\n`)
