import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { queryD1 } from '#tools/database/query'
import { environmentArgs, environmentNamed } from '#tools/deploy/environment'
import { runScript } from '#tools/programs/process'

/**
 * `npm run admin -- promote NAME [--local | --env staging]`: the only way to create the first administrator, who
 * becomes the site's owner, as does anyone while the site has none. Like every role change it ends the account's
 * sessions.
 *
 * `npm run admin -- reset-factor NAME [--local | --env staging]`: turns off the two-step sign-in of someone
 * who lost phone and recovery codes. Ends the account's sessions and emails its owner.
 *
 * The audit log names the system as the actor.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { local: { type: 'boolean' }, env: { type: 'string' } },
})
const [verb, name] = positionals
const verbs: Record<string, (username: string, now: number) => string> = {
  promote,
  'reset-factor': resetFactor,
}
const statements = verbs[verb ?? '']
if (!statements || !name) {
  process.stderr.write('Usage: npm run admin -- promote|reset-factor NAME [--local | --env staging]\n')
  process.exit(2)
}
runScript(async () => {
  const { module } = await runnerImport<typeof import('#contract/values/accounts/usernames')>(
    './contract/values/accounts/usernames.ts',
  )
  // wrangler takes no parameters. The operator types the name, and quotes are doubled as SQL requires.
  const username = `'${module.canonicalUsername(name).replaceAll("'", "''")}'`
  const [changed] = await queryD1<{ staff: string | null }>(
    values.local ? 'local' : 'remote',
    statements(username, Date.now()),
    environmentArgs(environmentNamed(values.env)),
  )
  if (!changed)
    throw new Error(
      verb === 'promote' ? `There is no account named ${name}.` : `${name} has no two-step sign-in.`,
    )
  const role = changed.staff === 'owner' ? 'the site owner' : 'an administrator'
  process.stdout.write(
    verb === 'promote'
      ? `${name} is now ${role}. Sign in again to use the control panel.\n`
      : `${name} signs in with the password alone now. Turn two-step sign-in on again.\n`,
  )
})

function promote(username: string, now: number): string {
  return `UPDATE users SET is_admin = 1, token_version = token_version + 1,
     staff = CASE WHEN staff IS 'owner' OR NOT EXISTS (
       SELECT 1 FROM users o WHERE o.is_admin = 1 AND o.staff = 'owner' AND o.deleting_at IS NULL
         AND o.delete_at IS NULL AND (o.ban_reason IS NULL OR o.ban_until <= ${now})
     ) THEN 'owner' END
     WHERE username_canonical = ${username} RETURNING staff;
   INSERT INTO audit_log (at, action, subject, subject_id, reason, request_id)
     SELECT ${now}, 'user.promote', 'user', id, 'promoted from the command line', 'cli' FROM users WHERE username_canonical = ${username};`
}

/** The secret goes last: the statements before find the account by it. */
function resetFactor(username: string, now: number): string {
  const account = `FROM users WHERE username_canonical = ${username} AND id IN (
     SELECT user_id FROM totp_secrets WHERE confirmed_at IS NOT NULL)`
  const body = `'Hello ' || username || ',' || char(10, 10) ||
     'The operator of the site turned off your two-step sign-in, because you lost your phone and recovery codes. You have been signed out everywhere. Sign in and turn it on again under My Account, Settings.'
     || char(10, 10) || 'If you did not ask for this, change your password right away and contact us.'`
  return `UPDATE users SET token_version = token_version + 1 WHERE id IN (SELECT id ${account}) RETURNING staff;
   INSERT INTO revocations (kind, target, below, at) SELECT 'user', id, token_version, ${now} ${account};
   INSERT INTO mail_outbox (dedupe_key, recipient, subject, body, next_attempt_at, created_at, user_id)
     SELECT 'totp-reset:' || id || ':${now}', email, 'Your two-step sign-in was reset', ${body}, ${now}, ${now}, id ${account};
   INSERT INTO audit_log (at, action, subject, subject_id, reason, request_id)
     SELECT ${now}, 'user.reset-factor', 'user', id, 'reset from the command line', 'cli' ${account};
   DELETE FROM recovery_codes WHERE user_id IN (SELECT id ${account});
   DELETE FROM totp_secrets WHERE user_id IN (SELECT id ${account});`
}
