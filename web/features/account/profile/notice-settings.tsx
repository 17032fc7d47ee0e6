import { useQuery } from '@tanstack/react-query'
import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import {
  type NoticeChannel,
  type NoticeKind,
  noticeChannels,
  noticeKinds,
  noticeKindWords,
} from '#contract/values/shared/notices'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { SwitchInput } from '#web/ui/form/switch.tsx'

const channelNames: Record<NoticeChannel, string> = { site: 'On the site', email: 'Daily email' }

/** Left out where the site has no comments. */
const aboutComments: readonly NoticeKind[] = ['comment', 'reply']

export interface NoticeSettingsProps {
  notices: Preferences['notices']
  onChange: (change: UpdatePreferences) => void
}

/** Renders a switch for each kind of notification and each way to be told. */
export function NoticeSettings({ notices, onChange }: NoticeSettingsProps) {
  const { data: settings } = useQuery(settingsQuery)
  const { user } = useViewer()
  const kinds = noticeKinds.filter((kind) => settings?.commentsEnabled || !aboutComments.includes(kind))
  return (
    <div className="grid gap-3">
      <table className="w-full text-left">
        <thead>
          <tr className="text-dim text-meta">
            <th scope="col" className="pb-2 font-medium">
              <span className="sr-only">Kind</span>
            </th>
            {noticeChannels.map((channel) => (
              <th key={channel} scope="col" className="w-20 pb-2 text-center font-medium">
                {channelNames[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind}>
              <th scope="row" className="py-2 pr-3 font-medium text-body">
                {noticeKindWords[kind].label}
                <span className="block font-normal text-faint text-meta">{noticeKindWords[kind].help}</span>
              </th>
              {noticeChannels.map((channel) => (
                <td key={channel} className="text-center">
                  <SwitchInput
                    className="inline-block align-middle"
                    aria-label={`${noticeKindWords[kind].label}: ${channelNames[channel]}`}
                    checked={notices[kind][channel]}
                    disabled={channel === 'email' && !notices[kind].site}
                    onChange={(event) =>
                      onChange({ notices: { [kind]: { [channel]: event.target.checked } } })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-faint text-meta">
        You get the daily email when something is new, of kinds that are on for the site. It only says how
        many, never which videos.
        {user?.emailVerified === false ? ' Confirm your email address to get it.' : ''}
      </p>
    </div>
  )
}
