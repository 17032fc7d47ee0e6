import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { queryD1 } from './lib/steps.ts'

/**
 * `npm run admin -- promote NAME [--local]`: the only way to create the first administrator. Like every role
 * change it ends the account's sessions. The audit log names the system as the actor.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { local: { type: 'boolean' } } })
const [verb, name] = positionals
if (verb !== 'promote' || !name) {
  process.stderr.write('Usage: npm run admin -- promote NAME [--local]\n')
  process.exit(2)
}
const { module } = await runnerImport<typeof import('../contract/values/accounts/usernames.ts')>(
  './contract/values/accounts/usernames.ts',
)
// wrangler takes no parameters. The operator types the name, and quotes are doubled as SQL requires.
const username = `'${module.canonicalUsername(name).replaceAll("'", "''")}'`
const now = Date.now()
const promoted = await queryD1(
  values.local ? 'local' : 'remote',
  `UPDATE users SET is_admin = 1, token_version = token_version + 1 WHERE username_canonical = ${username} RETURNING id;
   INSERT INTO audit_log (at, action, subject, subject_id, reason, request_id)
     SELECT ${now}, 'user.promote', 'user', id, 'promoted from the command line', 'cli' FROM users WHERE username_canonical = ${username};`,
)
if (promoted.length !== 1) {
  process.stderr.write(`There is no account named ${name}.\n`)
  process.exit(1)
}
process.stdout.write(`${name} is now an administrator. Sign in again to use the control panel.\n`)
