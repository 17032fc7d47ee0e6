import type { ReactNode } from 'react'
import type { User } from '#contract/schemas/accounts/auth'
import { AccountBadge } from '#web/entities/viewer/account-badge.tsx'
import { formatDate } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { TextLink } from '#web/ui/text/link.tsx'

export interface ProfilePanelProps {
  user: User
  /** Buttons below the facts. */
  actions: ReactNode
}

export function ProfilePanel({ user, actions }: ProfilePanelProps) {
  return (
    <section
      aria-label="Profile"
      className="grid max-w-2xl gap-5 rounded-panel border border-line bg-surface-1 p-5 sm:p-7"
    >
      <dl className="divide-y divide-line">
        <Fact term="Username">{user.username}</Fact>
        <Fact term="Email">{user.email}</Fact>
        <Fact term="Account status">
          <AccountStatus user={user} />
        </Fact>
        <Fact term="Member since">
          <time dateTime={user.createdAt}>{formatDate(user.createdAt)}</time>
        </Fact>
        <Fact term="Following">
          <TextLink to={paths.following}>People you follow and their videos</TextLink>
        </Fact>
      </dl>
      <div className="flex flex-wrap gap-3 border-line border-t pt-5">{actions}</div>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 py-3.5 first:pt-0 last:pb-0 sm:grid-cols-[10rem_1fr]">
      <dt className="text-faint">{term}</dt>
      <dd className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1">{children}</dd>
    </div>
  )
}

/** Shows the role first; a running premium term is shown for every role. */
function AccountStatus({ user }: { user: User }) {
  return (
    <>
      <AccountBadge user={user} />
      {user.isPremium && user.premiumUntil ? (
        <span className="text-dim">
          Active until <time dateTime={user.premiumUntil}>{formatDate(user.premiumUntil)}</time>
        </span>
      ) : null}
    </>
  )
}
