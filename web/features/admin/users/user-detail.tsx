import { type ReactNode, useId } from 'react'
import type { AccountCare, ClosedList } from '#contract/schemas/moderation/account-care'
import type { AdminUserDetail } from '#contract/schemas/moderation/users'
import type { Gift } from '#contract/schemas/payments/gifts'
import type { UnpaidOrder } from '#contract/schemas/payments/payments'
import { formatBytes } from '#contract/values/shared/bytes'
import { activeUntil } from '#web/entities/payment/payment-words'
import { Avatar } from '#web/entities/uploader/avatar.tsx'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { formatDate, formatTime } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { paths } from '#web/lib/navigation/paths'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import {
  ClosedLists,
  FactorResetAlert,
  GiftList,
  NoteList,
  UnpaidOrders,
  UploaderFacts,
  WarningList,
} from './care-parts'
import { RoleBadge, StatusBadges } from './user-badges'

const columns = 'grid-cols-2 gap-x-6 gap-y-2.5 sm:grid-cols-3'

export interface UserDetailProps {
  user: AdminUserDetail
  care: AccountCare | undefined
  /** Shown in place of the care if it couldn't be loaded. */
  careFailure: ReactNode
  unpaid: readonly UnpaidOrder[]
  /** Shown in place of orders that couldn't be loaded. */
  unpaidFailure: ReactNode
  gifts: readonly Gift[]
  /** Shown in place of gifts that couldn't be loaded. */
  giftsFailure: ReactNode
  /** Null for viewers who may not revoke. */
  onRevokeGift: ((gift: Gift) => void) | null
  onReopenList: (list: ClosedList) => void
}

export function UserDetail(props: UserDetailProps) {
  const { user, care, careFailure, unpaid, unpaidFailure, gifts, giftsFailure, onRevokeGift, onReopenList } =
    props
  const { id, username, ban, record } = user
  const { can } = useViewer()
  return (
    <div className="grid gap-6 py-2">
      {ban ? (
        <Alert
          tone="warning"
          title={
            ban.until ? (
              <>
                Banned until <time dateTime={ban.until}>{formatTime(ban.until)}</time>
              </>
            ) : (
              'Banned permanently'
            )
          }
        >
          {ban.reason}
        </Alert>
      ) : null}
      {care ? <FactorResetAlert care={care} /> : null}
      <FactList layout="cells" className={columns}>
        <Fact term="Status">
          <StatusBadges user={user} />
        </Fact>
        <Fact term="Role">
          <RoleBadge user={user} />
        </Fact>
        <Fact
          term="Email"
          note={user.emailVerified ? 'Confirmed' : 'Not confirmed'}
          className="max-sm:col-span-2"
        >
          {user.email ?? 'Hidden'}
        </Fact>
        <Fact term="Joined">
          <time dateTime={user.createdAt}>{formatDate(user.createdAt)}</time>
        </Fact>
        {user.premiumUntil ? (
          <Fact term="Premium">
            <time dateTime={user.premiumUntil}>
              {user.isPremium ? activeUntil(user.premiumUntil) : `Ended on ${formatDate(user.premiumUntil)}`}
            </time>
          </Fact>
        ) : null}
        <Fact term="ID">{id}</Fact>
        <Fact term="Active sessions">
          {user.sessions} {user.sessions === 1 ? 'device' : 'devices'}
        </Fact>
        <Fact term="Stored">{formatBytes(user.storedBytes)}</Fact>
      </FactList>
      <Part
        title="Videos"
        link={
          can('video.manageAny')
            ? { to: adminTab('content', { owner: username }), label: 'View videos' }
            : null
        }
      >
        <FactList layout="cells" className={columns}>
          <Fact term="Uploaded">{record.videos}</Fact>
          <Fact term="Approved">{record.approved}</Fact>
          <Fact term="Rejected">{record.rejected}</Fact>
          <Fact term="Removed">{record.removed}</Fact>
          <Fact term="Open reports on them">{record.openReports}</Fact>
        </FactList>
      </Part>
      {care?.profile ? (
        <Part title="Public profile" link={{ to: paths.profile(username), label: 'View page' }}>
          <div className="flex items-start gap-4">
            <Avatar id={id} username={username} url={care.profile.avatarUrl} className="size-14" />
            <p className="wrap-anywhere whitespace-pre-line text-dim">{care.profile.about}</p>
          </div>
        </Part>
      ) : null}
      {care || careFailure ? (
        <Part title="Uploads and sign-in" link={null}>
          {care ? <UploaderFacts care={care} /> : careFailure}
        </Part>
      ) : null}
      <Part
        title="Activity"
        link={
          can('payment.read')
            ? { to: adminTab('payments', { find: username }), label: 'View payments' }
            : null
        }
      >
        <FactList layout="cells" className={columns}>
          {user.payments === null ? null : <Fact term="Payments">{user.payments}</Fact>}
          <Fact term="Reports made">{user.reportsMade}</Fact>
        </FactList>
      </Part>
      {unpaid.length > 0 || unpaidFailure ? (
        <Part title="Newest unpaid orders" link={null}>
          {unpaid.length > 0 ? <UnpaidOrders orders={unpaid} /> : unpaidFailure}
        </Part>
      ) : null}
      {gifts.length > 0 || giftsFailure ? (
        <Part title="Gifts of premium" link={null}>
          {gifts.length > 0 ? <GiftList gifts={gifts} onRevoke={onRevokeGift} /> : giftsFailure}
        </Part>
      ) : null}
      {care && care.warnings.length > 0 ? (
        <Part title="Warnings" link={null}>
          <WarningList warnings={care.warnings} />
        </Part>
      ) : null}
      {care && care.notes.length > 0 ? (
        <Part title="Notes" link={null}>
          <NoteList notes={care.notes} />
        </Part>
      ) : null}
      {care && care.closedLists.length > 0 ? (
        <Part title="Lists closed to sharing" link={null}>
          <ClosedLists lists={care.closedLists} onReopen={onReopenList} />
        </Part>
      ) : null}
      {can('site.administer') ? (
        <Part
          title="Moderation history"
          link={{
            to: adminTab('audit', { subject: 'user', subjectId: String(id) }),
            label: 'View audit log',
          }}
        />
      ) : null}
    </div>
  )
}

interface PartProps {
  title: string
  link: { to: string; label: string } | null
  children?: ReactNode
}

function Part({ title, link, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-2 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id={id} className="font-bold">
          {title}
        </h3>
        {link ? (
          <TextLink to={link.to} className="flex min-h-10 items-center">
            {link.label}
          </TextLink>
        ) : null}
      </div>
      {children}
    </section>
  )
}
