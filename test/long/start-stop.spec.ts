import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const port = 8831
const site = { PORT: String(port), SANDBOX_PORT: String(port + 3) }

test('npm start is up in time, starts again faster, and leaves no child', async () => {
  const info = test.info()
  const figure = (description: string) => info.annotations.push({ type: 'figure', description })
  const stateDir = mkdtempSync(join(tmpdir(), 'nocturne-start-'))
  try {
    const first = await startAndStop(stateDir, 'SIGINT')
    const second = await startAndStop(stateDir, 'SIGTERM')
    figure(`first start ${first.toFixed(1)} s, second ${second.toFixed(1)} s`)
    expect(first).toBeLessThan(120)
    expect(second).toBeLessThan(25)
  } finally {
    rmSync(stateDir, { recursive: true, force: true })
  }
})

/** Starts and stops the site. Returns the seconds until it said that it was running. */
async function startAndStop(stateDir: string, signal: NodeJS.Signals): Promise<number> {
  const from = performance.now()
  const child = spawn('npm', ['start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...site, STATE_DIR: stateDir },
    detached: true,
  })
  const gone = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    gone.then(() => reject(new Error('npm start ended by itself')))
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (said.includes('is running at')) resolve()
    })
  })
  const took = (performance.now() - from) / 1000
  expect((await fetch(`http://localhost:${port}/api/settings`)).status).toBe(200)
  // To the whole foreground group, as a terminal does.
  if (child.pid) process.kill(-child.pid, signal)
  await gone
  await expect.poll(() => processesOf(stateDir), { timeout: 15_000 }).toEqual([])
  return took
}

function processesOf(stateDir: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(stateDir) || line.includes(`--port ${port}`))
}
