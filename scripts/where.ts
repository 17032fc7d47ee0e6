import { existsSync, globSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { mapsFolder } from './lib/deploy/deploy.ts'
import { runScript } from './lib/process.ts'
import { whereOf } from './lib/where.ts'
import { withBundle } from './lib/worker-bundle.ts'

/**
 * `npm run where -- [--version ID] STACK`: says where in the sources a stack of the log is. Without a stack it reads one
 * from the standard input. The map is that of the version, or of the newest that was deployed from here; where there is
 * none, the sources that are here are bundled.
 */
const { values, positionals } = parseArgs({
  options: { version: { type: 'string' } },
  allowPositionals: true,
})

runScript(async () => {
  const stack = positionals.length > 0 ? positionals.join(' ') : await text(process.stdin)
  const say = (folder: string) => void process.stdout.write(`${whereOf(stack.trimEnd(), folder)}\n`)
  const folder = values.version === undefined ? newest() : `${mapsFolder}/${values.version}`
  if (folder === undefined) {
    process.stderr.write(
      'No deployment was made from here, so these are the places in the present sources.\n',
    )
    return withBundle(say)
  }
  if (!existsSync(folder))
    throw new Error(
      `${folder} isn't there. Check out the commit of that version and run this without --version.`,
    )
  say(folder)
})

function newest(): string | undefined {
  const folders = globSync(`${mapsFolder}/*`)
  return folders.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0]
}
