import { useQuery } from '@tanstack/react-query'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { factorResetsQuery } from './care-queries'

/** Names the accounts whose two-step sign-in another administrator asked to reset. */
export function FactorResets() {
  const { can, user } = useViewer()
  const { data: resets = [] } = useQuery({ ...factorResetsQuery, enabled: can('user.resetFactor') })
  const waiting = resets.filter(({ requestedBy }) => requestedBy !== user?.id)
  if (waiting.length === 0) return null
  return (
    <Alert tone="warning" title="Two-step resets to confirm">
      <ul>
        {waiting.map(({ id, username }) => (
          <li key={id}>
            <TextLink
              to={adminTab('users', { user: String(id) })}
              className="inline-flex min-h-10 items-center"
            >
              {username}
            </TextLink>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
