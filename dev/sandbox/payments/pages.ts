import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessor } from '#contract/values/payments/processors'
import { twinKinds } from '#processors/twins'

const folder = join(import.meta.dirname, '../../../processors')

/** Returns a page or script that a processor serves to browsers, or null. Read from disk, so only a local server has them. */
export async function readPage(url: URL): Promise<Response | null> {
  const [, id = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(url.pathname) ?? []
  const name = isProcessor(id) ? twinKinds[id].page?.(path, url.searchParams) : null
  if (!name) return null
  const headers = {
    'content-type': `text/${name.endsWith('.js') ? 'javascript' : 'html'}; charset=utf-8`,
    'cache-control': 'no-store',
  }
  return new Response(await readFile(join(folder, id, 'twin/pages', name), 'utf8'), { headers })
}
