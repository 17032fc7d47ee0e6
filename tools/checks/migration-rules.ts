import { globSync, readFileSync } from 'node:fs'

/**
 * Returns a line for each migration that loses data or that D1 may refuse. drizzle-kit rebuilds a table by
 * dropping it, which silently empties its children and loses triggers. D1 splits a file into statements by
 * stricter rules than SQLite's. A trigger in lower case, or with a CASE of its own, was cut in two
 * (github.com/cloudflare/workers-sdk, issues 4727, 10998 and 15314).
 */
export function wrongMigrations(): string[] {
  return globSync('migrations/*.sql')
    .sort()
    .flatMap((file) => faultsOf(readFileSync(file, 'utf8')).map((fault) => `${file}: ${fault}`))
}

/** Returns what is wrong with the SQL of a migration. */
export function faultsOf(sql: string): string[] {
  const code = withoutTexts(sql)
  const faults: string[] = []
  if (/\bDROP\s+TABLE\b|__new_|PRAGMA\s+foreign_keys/i.test(code))
    faults.push('drops or rebuilds a table, and migrations only add')
  for (const [statement, name = '?'] of code.matchAll(
    /CREATE\s+TRIGGER\s+(\S+)[\s\S]*?(?=CREATE\s+TRIGGER|$)/gi,
  )) {
    if (!/^CREATE TRIGGER/.test(statement) || !/\nBEGIN\n/.test(statement) || !/\nEND;/.test(statement))
      faults.push(
        `write CREATE TRIGGER, BEGIN and END of ${name} in capitals, BEGIN and END on lines of their own`,
      )
    if (/\bCASE\b/i.test(outsideParentheses(statement)))
      faults.push(`put the CASE of ${name} in parentheses, or use iif()`)
  }
  return faults
}

/** Comments and texts may hold any word. */
function withoutTexts(sql: string): string {
  return sql.replace(/--[^\n]*|'(?:[^']|'')*'/g, (text) => (text.startsWith('--') ? '' : "''"))
}

function outsideParentheses(sql: string): string {
  const inner = /\([^()]*\)/g
  let left = sql
  while (inner.test(left)) left = left.replace(inner, '')
  return left
}
