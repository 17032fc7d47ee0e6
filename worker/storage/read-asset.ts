import { inTime } from '#db/in-time'
import { siteBusy } from '../errors'

/** How long a file of the build may take, in milliseconds. */
const longestMs = 5000

/** Answers a request with a file of the web app's build. */
export function fetchAsset(assets: Fetcher, request: Request): Promise<Response> {
  return soon(assets.fetch(request))
}

/** Reads a small file of the web app's build to its end. */
export function readAsset(assets: Fetcher, path: string): Promise<Response> {
  return soon(readAll(assets, path))
}

async function readAll(assets: Fetcher, path: string): Promise<Response> {
  const response = await assets.fetch(`https://assets.local/${path}`)
  if (!response.ok) throw new Error(`The web app is not built: there is no ${path}`)
  return new Response(await response.arrayBuffer(), response)
}

function soon<T>(work: Promise<T>): Promise<T> {
  return inTime(work, longestMs, () => {
    throw siteBusy()
  })
}
