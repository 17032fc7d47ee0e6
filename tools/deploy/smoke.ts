import { type Build, liveBuilds } from './builds.ts'

export interface SmokeTest {
  site: string
  /** The uploaded builds, newest first. */
  builds: Build[]
  /** Sent with every request: they choose a version that has no traffic yet. */
  headers: Record<string, string>
  get: (url: string, init?: RequestInit) => Promise<Response>
  say(text: string): void
}

/**
 * Visits the site as it is now: the new build and those before it, the settings, a list from the database,
 * and the home page with all files that it names. Throws a sentence about the first fault.
 */
export async function smokeTest(test: SmokeTest): Promise<void> {
  const { site, builds, headers, get, say } = test
  const [live] = await liveBuilds(site, get, headers)
  if (live?.id !== builds[0]?.id) throw new Error(`${site} doesn't answer with the new build yet.`)
  for (const { files } of builds) {
    const [name] = Object.keys(files)
    if (name) await mustBeFine(test, `/assets/${name}`)
  }
  say(`The files of ${builds.length === 1 ? 'the build' : `${builds.length} builds`} are there.`)
  const settings = await get(`${site}/api/settings`, { headers })
  if (settings.status === 451) {
    say('The site is closed in the region you are in, so its pages were not looked at.')
    return
  }
  if (!settings.ok) throw new Error(`${site}/api/settings answered ${settings.status}.`)
  const { maintenanceMode } = (await settings.json()) as { maintenanceMode: boolean }
  if (maintenanceMode) say('The site is in maintenance mode: visitors see that it is closed.')
  else await mustBeFine(test, '/api/videos?limit=1')
  const home = await get(`${site}/`, { headers: { ...headers, cookie: 'age_verified=1' } })
  if (home.status !== (maintenanceMode ? 503 : 200)) throw new Error(`${site}/ answered ${home.status}.`)
  const named = new Set((await home.text()).match(/\/assets\/[\w.-]+/g))
  if (named.size === 0) throw new Error(`${site}/ names no file of the build.`)
  for (const path of named) await mustBeFine(test, path)
  say(`The home page and the ${named.size} files that it names are there.`)
}

async function mustBeFine({ site, get, headers }: SmokeTest, path: string): Promise<void> {
  const response = await get(site + path, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${site}${path} answered ${response.status}.`)
}

/**
 * Tries until it passes: a deployment takes seconds to reach every place, and a new domain's certificate
 * takes minutes.
 */
export async function untilPassed(task: () => Promise<void>, tries: number, pause: number): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      await task()
      return
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
