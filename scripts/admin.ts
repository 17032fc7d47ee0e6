import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { queryD1 } from './lib/steps.ts'

/**
 * `npm run admin -- promote NAME [--local]`: the only way to create the first administrator, who becomes the
 * site's owner, as does anyone while the site has none. Like every role change it ends the account's sessions. The
 * audit log names the system as the actor.
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
const promoted = await queryD1<{ id: number; staff: string | null }>(
  values.local ? 'local' : 'remote',
  `UPDATE users SET is_admin = 1, token_version = token_version + 1,
     staff = CASE WHEN staff IS 'owner' OR NOT EXISTS (
       SELECT 1 FROM users o WHERE o.is_admin = 1 AND o.staff = 'owner' AND o.erasing_at IS NULL
         AND o.delete_at IS NULL AND (o.ban_reason IS NULL OR o.ban_until <= ${now})
     ) THEN 'owner' END
     WHERE username_canonical = ${username} RETURNING id, staff;
   INSERT INTO audit_log (at, action, subject, subject_id, reason, request_id)
     SELECT ${now}, 'user.promote', 'user', id, 'promoted from the command line', 'cli' FROM users WHERE username_canonical = ${username};`,
)
if (promoted.length !== 1) {
  process.stderr.write(`There is no account named ${name}.\n`)
  process.exit(1)
}
const role = promoted[0]?.staff === 'owner' ? 'the site owner' : 'an administrator'
process.stdout.write(`${name} is now ${role}. Sign in again to use the control panel.\n`)
