import { useQuery } from '@tanstack/react-query'
import type { AdminRemovalRequest } from '#contract/schemas/moderation/safety'
import { useCopies } from '#web/entities/case/copies-query'
import { checkNote, DecisionDialog } from '#web/entities/case/decision-dialog.tsx'
import { sharedListQuery } from '#web/entities/list/list-queries'
import { useForm } from '#web/lib/form/use-form'
import { readId } from '#web/lib/navigation/paths'
import { toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { CopiesNotice } from '../copies-notice'
import { namesOfFollowing } from '../copy-words'
import { useDecideRequest } from '../mutations'
import { actOf } from './request-act'

export interface RequestDecisionProps {
  request: AdminRemovalRequest
  decision: 'remove' | 'refuse'
  onClose: () => void
}

const words = {
  remove: {
    title: 'Remove video',
    description:
      'The video will be removed, and no one can upload the same file again. Its open reports will be upheld.',
    noteHelp:
      "This is the statement of reasons. The uploader and the requester will see it word for word. Don't name anyone.",
    submit: { label: 'Remove video', busy: 'Removing...', variant: 'danger' },
    done: { title: 'Video removed', description: 'The requester and the uploader will get an email.' },
  },
  refuse: {
    title: 'Decline request',
    description: "The video stays up. If it's in quarantine and nothing else holds it, it will be restored.",
    noteHelp: "The uploader and the requester will see this word for word. Don't name anyone.",
    submit: { label: 'Decline request', busy: 'Declining...', variant: 'primary' },
    done: { title: 'Request declined', description: 'The requester and the uploader will get an email.' },
  },
} as const

/** For a request about a shared list, whose link is closed unless a video in it is named. */
const closing = {
  title: 'Close link',
  description: "The list's link will stop working, and its owner can't share it until you allow it again.",
  noteHelp: "The list's owner and the requester will see this word for word. Don't name anyone.",
  submit: { label: 'Close link', busy: 'Closing...', variant: 'danger' },
  done: { title: 'Link closed', description: 'The requester and the owner will get an email.' },
} as const

/** For a list whose owner replaced or closed the link before. */
const opensNothing = {
  title: 'Grant request',
  description: "The link no longer opens anything, so there's nothing left to close.",
  noteHelp: 'The requester will see this word for word.',
  submit: { label: 'Grant request', busy: 'Granting...', variant: 'primary' },
  done: { title: 'Request granted', description: 'The requester will get an email.' },
} as const

/** For refusals when no video is left, so that there is no uploader to notify. */
const refusedWithoutVideo = {
  ...words.refuse,
  noteHelp: 'The requester will see this word for word.',
  done: { title: 'Request declined', description: 'The requester will get an email.' },
} as const

export function RequestDecision({ request, decision, onClose }: RequestDecisionProps) {
  const stays = request.video !== null && request.video.hold !== 'removed'
  const removes = decision === 'remove'
  const ofList = removes && actOf(request) === 'close'
  const closes = (videoId: string) => ofList && videoId.trim() === ''
  const { mutate, isPending } = useDecideRequest(request.id)
  const known = request.video?.id
  const form = useForm(
    // Named as in the API, so that its sentences appear at the fields.
    { note: '', videoId: known ? String(known) : '' },
    ({ note, videoId }) => ({
      note: checkNote(note),
      videoId: removes && !closes(videoId) && readId(videoId) === null && 'Enter the video ID, e.g. 123.',
    }),
    ({ note, videoId }) => {
      const meant = removes ? readId(videoId) : null
      mutate(
        { decision, note: note.trim(), ...(meant && meant !== known ? { videoId: meant } : {}) },
        {
          onSuccess: () => {
            const following = meant === null ? null : namesOfFollowing(copies, request.reason)
            toast({ ...done, description: [done.description, following].filter(Boolean).join(' ') })
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      )
    },
  )
  const meant = removes ? readId(form.values.videoId) : null
  const { copies, isLooking } = useCopies(meant)
  const { data: list, isLoading: isOpening } = useQuery({
    ...sharedListQuery(request.listKey ?? ''),
    enabled: ofList,
    staleTime: 0,
  })
  const { done, ...shown } = closes(form.values.videoId)
    ? list === null
      ? opensNothing
      : closing
    : !removes && !stays
      ? refusedWithoutVideo
      : words[decision]
  return (
    <DecisionDialog
      {...shown}
      form={form}
      isPending={isPending}
      waitsFor={isLooking ? 'Looking for copies...' : isOpening ? 'Opening the link...' : null}
      onClose={onClose}
    >
      {removes ? (
        <Field
          label={ofList ? 'Video ID (optional)' : 'Video ID'}
          help={videoHelp(request, ofList)}
          error={form.errors.videoId}
          className="wrap-anywhere"
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="max-w-40 tabular-nums"
            {...form.field('videoId')}
          />
        </Field>
      ) : null}
      {meant === null ? null : <CopiesNotice key={meant} videoId={meant} reason={request.reason} />}
    </DecisionDialog>
  )
}

function videoHelp({ video, url }: AdminRemovalRequest, ofList: boolean): string {
  if (ofList) return 'To remove a video in the list instead of closing its link.'
  return video ? 'Change this if the URL points to the wrong video.' : `The URL given was “${url}”.`
}
