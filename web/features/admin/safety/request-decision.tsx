import { useQuery } from '@tanstack/react-query'
import type { AdminRemovalRequest } from '../../../../contract/schemas/moderation/safety'
import { copiesQuery } from '../../../entities/case/copies-query'
import { readId } from '../../../lib/paths'
import { useForm } from '../../../lib/use-form'
import { toast } from '../../../ui/feedback/toast'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'
import { CopiesNotice } from './copies-notice'
import { namesOfFollowing } from './copy-words'
import { checkNote, DecisionDialog } from './decision-dialog'
import { useDecideRequest } from './mutations'

export interface RequestDecisionProps {
  request: AdminRemovalRequest
  decision: 'remove' | 'refuse'
  onClose: () => void
}

const words = {
  remove: {
    title: 'Remove video',
    description:
      "The video is taken down, and the same file can't be uploaded again by anybody. Its open reports are upheld.",
    noteHelp: 'The statement of reasons: the uploader and whoever asked read it word for word. Name nobody.',
    submit: { label: 'Remove video', busy: 'Removing...', variant: 'danger' },
    done: { title: 'Video removed', description: 'Whoever asked and the uploader get a mail.' },
  },
  refuse: {
    title: 'Refuse request',
    description: 'The video stays. If it is in quarantine and nothing else holds it, it comes back.',
    noteHelp: 'The uploader and whoever asked read it word for word. Name nobody.',
    submit: { label: 'Refuse request', busy: 'Refusing...', variant: 'primary' },
    done: { title: 'Request refused', description: 'Whoever asked and the uploader get a mail.' },
  },
} as const

/** For refusals where no video is left whose uploader could be notified. */
const refusedWithoutVideo = {
  ...words.refuse,
  noteHelp: 'Whoever asked reads it word for word.',
  done: { title: 'Request refused', description: 'Whoever asked gets a mail.' },
} as const

export function RequestDecision({ request, decision, onClose }: RequestDecisionProps) {
  const stays = request.video !== null && request.video.hold !== 'removed'
  const { done, ...shown } = decision === 'refuse' && !stays ? refusedWithoutVideo : words[decision]
  const { mutate, isPending } = useDecideRequest(request.id)
  const known = request.video?.id
  const form = useForm(
    // Named as in the API, so that its sentences appear at the fields.
    { note: '', videoId: known ? String(known) : '' },
    ({ note, videoId }) => ({
      note: checkNote(note),
      videoId:
        decision === 'remove' && readId(videoId) === null && 'Give the number of the video, such as 123.',
    }),
    ({ note, videoId }) => {
      const meant = decision === 'remove' ? readId(videoId) : null
      mutate(
        { decision, note: note.trim(), ...(meant && meant !== known ? { videoId: meant } : {}) },
        {
          onSuccess: () => {
            const following = decision === 'remove' ? namesOfFollowing(copies, request.reason) : null
            toast({ ...done, description: [done.description, following].filter(Boolean).join(' ') })
            onClose()
          },
          onError: (refusal) => form.refuse(refusal),
        },
      )
    },
  )
  const meant = decision === 'remove' ? readId(form.values.videoId) : null
  const { data: copies } = useQuery({ ...copiesQuery(meant ?? 0), enabled: meant !== null })
  return (
    <DecisionDialog {...shown} form={form} isPending={isPending} onClose={onClose}>
      {decision === 'remove' ? (
        <Field
          label="Number of the video"
          help={
            known ? 'Another one, if the address named a wrong video.' : `The address was “${request.url}”.`
          }
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
