import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bins, run, start } from './process.ts'

/** Keeps wrangler off the network, and from writing every request to a trace database. */
export const wranglerEnv = {
  ...process.env,
  WRANGLER_SEND_METRICS: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}

/** Runs wrangler and returns its output. */
export function wrangler(args: string[]): Promise<string> {
  return run(process.execPath, [bins.wrangler, ...args], { env: wranglerEnv })
}

/**
 * Runs wrangler with visible output, and returns the ID of the uploaded version, if any. Throws Cloudflare's
 * code if it refuses.
 */
export async function wranglerAloud(
  args: string[],
  more: Record<string, string> = {},
): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-wrangler-'))
  const notes = join(folder, 'notes')
  try {
    const env = { ...wranglerEnv, ...more, WRANGLER_OUTPUT_FILE_PATH: notes }
    const code = await start('wrangler', process.execPath, [bins.wrangler, ...args], { env }).exit
    const noted = existsSync(notes) ? readFileSync(notes, 'utf8') : ''
    if (code === 0) return /"version_id":"([\w-]+)"/.exec(noted)?.[1] ?? null
    const [, refusal] = /"code":(\d+)/.exec(noted) ?? []
    throw new Error(`wrangler ${args[0]} ended with ${code}${refusal ? ` (code ${refusal})` : ''}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
