/** Reads a file of the web app's build. */
export async function readAsset(assets: Fetcher, path: string): Promise<Response> {
  const response = await assets.fetch(`https://assets.local/${path}`)
  if (!response.ok) throw new Error(`The web app is not built: there is no ${path}`)
  return response
}
