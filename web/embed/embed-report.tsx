import { useMutation } from '@tanstack/react-query'
import type { Report } from '#contract/schemas/moderation/safety'
import type { EmbeddedVideo } from '#contract/schemas/videos/embed'
import type { SentReport } from '../features/visit/report/mutations'
import { ReportForm } from '../features/visit/report/report-form'
import { call, client } from '../lib/api'
import { ApiError } from '../lib/api-error'
import { videoRequest } from '../lib/video-request'
import { isCovered } from './is-covered'
import { OutLink } from './out-link'

export interface EmbedReportProps {
  video: EmbeddedVideo
  linkKey: string | undefined
  player: HTMLVideoElement | null
  onClose: (sent: boolean) => void
}

/** Renders the report form of the video page. Reports from here are anonymous: a frame knows no account. */
export function EmbedReport({ video, linkKey, player, onClose }: EmbedReportProps) {
  const { mutate, isPending, data } = useMutation({
    mutationFn: (report: Report) => send(video.id, linkKey, report),
  })
  return (
    <ReportForm
      title={video.title}
      player={player}
      asksEmail
      send={(report, onError) => mutate(report, { onError })}
      isPending={isPending}
      sent={data}
      Anchor={OutLink}
      onClose={() => onClose(data !== undefined)}
    />
  )
}

async function send(id: number, linkKey: string | undefined, report: Report): Promise<SentReport> {
  const dialog = document.querySelector('[role="dialog"]')
  // A page that covers the frame could make its visitors send a report that they don't see.
  if (dialog && (await isCovered(dialog))) throw covered()
  const response = await client.api.videos[':id'].report.$post(
    { ...videoRequest(id, linkKey), json: report },
    { init: { credentials: 'omit' } },
  )
  return { receipt: await call(Promise.resolve(response)), isNew: response.status === 201, linkKey }
}

/** Returns the refusal as an API error, whose text the form shows. */
function covered(): ApiError {
  const detail =
    "Something is covering this player, so the report wasn't sent. Open the video on the site to report it."
  return new ApiError(403, '', JSON.stringify({ code: 'cross_site', detail }))
}
