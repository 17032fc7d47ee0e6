import { existsSync, globSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { withBundle } from '#build/worker/bundle'
import { mapsFolder, newMap } from '#tools/deploy/steps'
import { loggedError, whereOf } from '#tools/deploy/where'
import { runScript } from '#tools/programs/process'

/**
 * `npm run where -- [--version ID] STACK`: prints a stack from the log with the places in the sources.
 * Without a stack it reads one from the standard input. It uses the map of the named version, of the one in
 * the log's line, or of the newest deployed from here. Without any map, it bundles the sources that are here.
 */
const { values, positionals } = parseArgs({
  options: { version: { type: 'string' } },
  allowPositionals: true,
})

runScript(async () => {
  if (positionals.length === 0 && process.stdin.isTTY)
    throw new Error("Give a line of the log, or a stack: npm run where -- 'LINE', or npm run where < FILE")
  const given = positionals.length > 0 ? positionals.join(' ') : await text(process.stdin)
  const say = (folder: string) => void process.stdout.write(`${whereOf(given.trimEnd(), folder)}\n`)
  const version = values.version ?? loggedVersion(given) ?? newest()
  if (version === undefined) {
    process.stderr.write(
      'No deployment was made from here, so these are places in the sources that are here.\n',
    )
    return withBundle(say)
  }
  const folder = `${mapsFolder}/${version}`
  if (!existsSync(folder))
    throw new Error(
      `There is no map of ${version} in ${mapsFolder}. Check out its commit where nothing was deployed from, and run this again.`,
    )
  process.stderr.write(`Version ${version}\n`)
  say(folder)
})

/** Returns the version in a line of the log, if it was deployed from here; a local log's wasn't. */
function loggedVersion(line: string): string | undefined {
  const { version } = loggedError(line) ?? {}
  return version && existsSync(`${mapsFolder}/${version}`) ? version : undefined
}

function newest(): string | undefined {
  const folders = globSync(`${mapsFolder}/*`).filter((folder) => folder !== newMap)
  const [folder] = folders.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  return folder && basename(folder)
}
