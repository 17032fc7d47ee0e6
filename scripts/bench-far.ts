import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '#bench/far/bare-server'
import { openDelayLine } from '#bench/far/delay-line'
import { profiles } from '#bench/far/distances'
import { type Lines, measurePlace, type PlaceTimes } from '#bench/far/measure'
import { optionsFor } from '#bench/far/pages'
import { farReport } from '#bench/far/report'
import { requestsOf } from '#bench/far/requests'
import { buildWeb } from '#build/web/build-once'
import type { Video } from '#contract/schemas/videos/video'
import { withBrowser } from '#tools/programs/browser'
import { ensureTools } from '#tools/programs/installed'
import { ensureSecrets, local, siteOrigin } from '#tools/site/local'
import { startSite } from '#tools/site/start'
import { migrate, seed } from '#tools/site/steps'

/**
 * `npm run bench:far`: measures the site with the distances that a real one has, from four places, against a
 * bare video on nginx at the same distance. Writes docs/bench-far.md. Fails where counts are over their
 * goals: counts, unlike times, don't depend on the machine. With names of places, as in `npm run bench:far --
 * Sydney`, it only prints.
 */

const videoId = 1
const chosen = process.argv.slice(2)
const nginxPort = local.port + 7

// It empties the folder, which without this could be the developer's own.
if (!process.env.STATE_DIR) throw new Error('Run it as `npm run bench:far`, which sets STATE_DIR.')
await ensureTools(['nginx'])
ensureSecrets()
rmSync(local.stateDir, { recursive: true, force: true })
await buildWeb()
await migrate()
await seed()
const scratch = mkdtempSync(join(tmpdir(), 'nocturne-bench-far-'))
// nginx reads it as another user.
chmodSync(scratch, 0o755)
const site = await startSite({}, 'bench/far/worker.ts')
const nginx = await startNginx(nginxPort, scratch)
const lines: Lines = { site: await openDelayLine(local.port), bare: await openDelayLine(nginxPort) }
try {
  const { report, isOver } = farReport(await measure())
  if (chosen.length === 0) writeFileSync('docs/bench-far.md', report)
  process.stdout.write(`${report}\n`)
  process.exitCode = isOver ? 1 : 0
} finally {
  lines.site.stop()
  lines.bare.stop()
  await Promise.all([site.stop(), nginx.stop()])
  rmSync(scratch, { recursive: true, force: true })
  rmSync(local.stateDir, { recursive: true, force: true })
}

async function measure(): Promise<PlaceTimes[]> {
  const barePage = new URL(nginx.pageOf(await bareFile()))
  barePage.port = String(lines.bare.port)
  const subjects = {
    requests: await requestsOf(videoId),
    pages: ['/', '/categories', '/categories/slow-light', '/premium', `/video/${videoId}`],
    barePage: barePage.href,
  }
  return withBrowser(async (browser) => {
    const places: PlaceTimes[] = []
    for (const profile of Object.entries(profiles)) {
      if (chosen.length > 0 && !chosen.includes(profile[0])) continue
      process.stdout.write(`${profile[0]}\n`)
      places.push(await measurePlace(profile, subjects, lines, browser))
    }
    return places
  }, optionsFor(lines.site))
}

/** Returns a copy of the video's own file, for nginx. */
async function bareFile(): Promise<string> {
  const headers = { cookie: 'age_verified=1' }
  const response = await fetch(`${siteOrigin}/api/videos/${videoId}`, { headers })
  const { videoUrl } = (await response.json()) as Video
  const file = join(scratch, 'video.mp4')
  const answer = await fetch(siteOrigin + videoUrl, { headers })
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  return file
}
