import { secretNames } from '../deploy/production.ts'

export interface Secret {
  name: string
  ifLost: string
}

/**
 * Returns the secrets of a site, and what losing each means. `example` is the text of .dev.vars.example, `operating` that of
 * docs/operating.md, whose table of secrets is the one place that says so. Secrets of payments share a line of it.
 */
export function listSecrets(example: string, operating: string): Secret[] {
  const [, table = ''] = operating.split('\n### Secrets\n')
  const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \| .+ \|$/gm)]
  const lostOf = new Map(rows.map(([, name = '', lost = '']) => [name, lost]))
  return secretNames(example).map((name) => {
    const ifLost = lostOf.get(`\`${name}\``) ?? lostOf.get('payment secrets')
    if (ifLost === undefined) throw new Error('docs/operating.md has no table of secrets.')
    return { name, ifLost: ifLost.replaceAll(/\[(.+?)\]\(.+?\)/g, '$1').replaceAll('`', '') }
  })
}
