import { wrangler } from '../programs/wrangler.ts'
import { local } from '../site/local.ts'

/**
 * Runs SQL on the local or the remote database, and returns the rows of its first statement. Arguments that
 * name another environment are passed to wrangler.
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
    // The message begins with all of the SQL.
    const [, text] = /"text": ("(?:[^"\\]|\\.)*")/.exec(error.message) ?? []
    throw text ? new Error(JSON.parse(text)) : error
  })
  // wrangler's own notes may come first.
  const [first] = JSON.parse(output.slice(output.indexOf('['))) as { results: Row[] }[]
  return first?.results ?? []
}
