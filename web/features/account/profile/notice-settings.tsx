import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import {
  type ChoiceKind,
  type Choices,
  choiceChannels,
  choiceKinds,
  choiceWords,
  kindsOfSite,
  type NoticeChannel,
  noticeChannels,
} from '#contract/values/shared/notices'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Switch, SwitchInput } from '#web/ui/form/switch.tsx'

const channelNames: Record<NoticeChannel, string> = {
  site: 'On the site',
  email: 'Instant email',
  daily: 'Daily email',
}

export interface NoticeSettingsProps {
  preferences: Preferences
  onChange: (change: UpdatePreferences) => void
}

/** Renders a switch for all emails, and a table with one for each kind of notice and each way to be told. */
export function NoticeSettings({
  preferences: { emailNotifications, notices },
  onChange,
}: NoticeSettingsProps) {
  const { user } = useViewer()
  const noteId = useId()
  return (
    <>
      <Switch
        label="Email notifications"
        help="All emails below, on or off. Receipts, refunds and security alerts are always sent."
        checked={emailNotifications}
        onChange={(event) => onChange({ emailNotifications: event.target.checked })}
      />
      <table className="w-full text-left">
        <caption className="sr-only">Notifications by kind</caption>
        <thead>
          <tr className="text-dim text-meta">
            <th scope="col" className="pb-2 font-medium">
              <span className="sr-only">Kind</span>
            </th>
            {noticeChannels.map((channel) => (
              <th
                key={channel}
                scope="col"
                className="w-14 pb-2 text-center align-bottom font-medium sm:w-24"
              >
                {channelNames[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choiceKinds.map((kind) => {
            const choices = notices[kind]
            return choices ? (
              <KindRow key={kind} kind={kind} choices={choices} noteId={noteId} onChange={onChange} />
            ) : null
          })}
        </tbody>
      </table>
      <p id={noteId} className="text-faint text-meta">
        The daily email comes when something is new, of kinds that are on for the site. It only says how many,
        never which videos, and leaves out what was emailed at once.
        {user?.emailVerified === false ? ' Confirm your email address to get it.' : ''}
      </p>
    </>
  )
}

/** Renders the space of the settings until they are loaded: as high as they will be, however their texts wrap. */
export function NoticeSettingsSkeleton() {
  const kinds = kindsOfSite(useQuery(settingsQuery).data?.commentsEnabled ?? false)
  const notices = Object.fromEntries(
    kinds.map((kind) => [kind, Object.fromEntries(choiceChannels[kind].map((channel) => [channel, false]))]),
  )
  const unknown = { saveWatchHistory: false, emailNotifications: false, notices }
  return (
    <div aria-hidden="true" inert className="relative">
      <div className="invisible grid gap-5">
        <NoticeSettings preferences={unknown} onChange={() => {}} />
      </div>
      <Skeleton className="absolute inset-0 rounded-nav" />
    </div>
  )
}

interface KindRowProps extends Pick<NoticeSettingsProps, 'onChange'> {
  kind: ChoiceKind
  choices: Choices
  /** Element that says why the daily email leaves a kind out. */
  noteId: string
}

function KindRow({ kind, choices, noteId, onChange }: KindRowProps) {
  const { label, help } = choiceWords[kind]
  return (
    <tr>
      <th scope="row" className="py-2 pr-3 font-medium text-body">
        {label}
        <span className="block font-normal text-faint text-meta">{help}</span>
      </th>
      {noticeChannels.map((channel) => {
        const isOn = choices[channel]
        const isLeftOut = channel === 'daily' && !choices.site
        return (
          <td key={channel} className="text-center">
            {isOn === undefined ? (
              <span className="sr-only">Not available</span>
            ) : (
              <SwitchInput
                className="inline-block align-middle"
                aria-label={`${label}: ${channelNames[channel]}`}
                aria-describedby={isLeftOut ? noteId : undefined}
                checked={isOn}
                disabled={isLeftOut}
                onChange={(event) => onChange({ notices: { [kind]: { [channel]: event.target.checked } } })}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}
