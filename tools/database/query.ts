import { wrangler } from '../programs/wrangler.ts'
import { local } from '../site/local.ts'

/**
 * Runs SQL on the local database or on the remote one, and returns the rows of its first statement. Arguments that
 * name another environment go to wrangler.
 */
export async function queryD1<Row>(
  where: 'local' | 'remote',
  sql: string,
  environment: string[] = [],
): Promise<Row[]> {
  const place = where === 'local' ? ['--local', '--persist-to', local.stateDir] : ['--remote']
  const output = await wrangler([
    'd1',
    'execute',
    'DB',
    ...place,
    ...environment,
    '--json',
    '--command',
    sql,
  ]).catch((error: Error) => {
    // All of the SQL comes before it.
    const [, text] = /"text": ("(?:[^"\\]|\\.)*")/.exec(error.message) ?? []
    throw text ? new Error(JSON.parse(text)) : error
  })
  // Notes of wrangler's may come first.
  const [first] = JSON.parse(output.slice(output.indexOf('['))) as { results: Row[] }[]
  return first?.results ?? []
}
