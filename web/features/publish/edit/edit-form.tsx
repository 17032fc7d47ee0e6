import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import type { UpdateVideo, Video } from '#contract/schemas/videos/video'
import { call, client } from '#web/lib/api'
import { ApiError, errorDetail } from '#web/lib/api-error'
import type { Form } from '#web/lib/form/use-form'
import { useLongForm } from '#web/lib/form/use-long-form'
import { paths } from '#web/lib/navigation/paths'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { changedValues, checkEdit, type EditValues, editSchema, editValuesOf, isChanged } from './edit-values'
import { RejectionNotice } from './rejection-notice'
import { useLeaveGuard } from './use-leave-guard'

const DiscardDialog = lazyDialog(() => import('./discard-dialog'), 'DiscardDialog')

export type ReplacedMedia = Pick<UpdateVideo, 'videoFile' | 'thumbnailFile' | 'blurredFile' | 'trailerFile'>

export interface EditFormProps {
  video: Video
  /** Title, description, category and tags. */
  renderDetails: (form: Form<EditValues>) => ReactNode
  renderVisibility: (form: Form<EditValues>) => ReactNode
  /** File, poster and, for a premium video, trailer. */
  renderMedia: (form: Form<EditValues>) => ReactNode
  mediaChanged: boolean
  /** Waits for the uploads that replace file or poster. Rejects with an error whose message is a sentence. */
  finishMedia: () => Promise<ReplacedMedia>
  /** Makes the blurred poster where these values need one and there is none of this picture. */
  finishBlurred: (typed: EditValues) => Promise<Pick<UpdateVideo, 'blurredFile'>>
  onDiscard: () => void
  /** `isResubmit` when the Resubmit button saved the changes: the video goes back to review. */
  onSaved: (video: Video, replaced: ReplacedMedia, isResubmit: boolean) => Promise<void>
}

const resubmitName = 'resubmit'

export function EditForm(props: EditFormProps) {
  const { video, renderDetails, renderVisibility, renderMedia, mediaChanged } = props
  const { finishMedia, finishBlurred, onDiscard, onSaved } = props
  const [before] = useState(() => editValuesOf(video))
  const { mutate, isPending } = useMutation({ mutationFn: save, networkMode: 'always', onError: report })
  const form = useLongForm(before, checkEdit, (_, event) => mutate(isBy(event, resubmitName)))
  const [saved, setSaved] = useState(false)
  const unsaved = (isChanged(before, form.values) || mediaChanged) && !saved
  const guard = useLeaveGuard(unsaved)
  const isRejected = video.review === 'rejected' && !video.hold

  /** Saves unsaved changes before calling `onSaved`. */
  async function save(isResubmit: boolean) {
    let replaced: ReplacedMedia
    let values: EditValues
    try {
      const media = await finishMedia()
      // Includes changes made while the file was uploading.
      const typed = form.validCurrent()
      if (!typed) return
      values = editSchema.parse(typed)
      replaced = { ...media, ...(await finishBlurred(values)) }
    } catch (error) {
      return errorToast('Update failed', error instanceof Error ? error.message : errorDetail(error))
    }
    const { thumbnailUrl, ...others } = changedValues(before, values)
    // A picture that was made or chosen here goes before one to be fetched.
    const fetched = thumbnailUrl && !replaced.thumbnailFile ? { thumbnailUrl } : {}
    const json = { ...others, ...fetched, ...replaced }
    const param = { id: String(video.id) }
    const changed = unsaved ? await call(client.api.videos[':id'].$patch({ param, json })) : video
    setSaved(true)
    await onSaved(changed, replaced, isResubmit)
  }

  function report(error: Error) {
    errorToast('Update failed', error)
    if (error instanceof ApiError) form.blame(error.fieldErrors)
  }

  return (
    <>
      <form
        ref={form.ref}
        onSubmit={form.onSubmit}
        onBlur={form.onBlur}
        noValidate
        className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-12"
      >
        {isRejected ? <RejectionNotice reason={video.reason ?? null} className="lg:col-span-2" /> : null}
        <div className="grid grid-cols-1 gap-8">
          {renderDetails(form)}
          {renderVisibility(form)}
        </div>
        {renderMedia(form)}
        <div className="dock flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-bg py-3 lg:col-span-2">
          <Button
            type="submit"
            variant={isRejected ? 'secondary' : 'primary'}
            size="lg"
            busy={isPending}
            disabled={!unsaved}
          >
            {isPending ? 'Saving Changes...' : 'Save Changes'}
          </Button>
          {isRejected ? (
            <Button type="submit" name={resubmitName} variant="primary" size="lg" disabled={isPending}>
              {unsaved ? 'Save and resubmit' : 'Resubmit'}
            </Button>
          ) : null}
          <ButtonLink to={paths.myVideos} variant="ghost" size="lg">
            Cancel
          </ButtonLink>
        </div>
      </form>
      <Suspense>
        {guard.asking ? <DiscardDialog guard={guard} onDiscard={onDiscard} onClose={guard.stay} /> : null}
      </Suspense>
    </>
  )
}

/** Returns whether the button with this name submitted the form. */
function isBy({ nativeEvent }: FormEvent, name: string): boolean {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter instanceof HTMLButtonElement && submitter.name === name
}
