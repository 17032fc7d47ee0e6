import { zodResolver } from '@hookform/resolvers/zod'
import { type BaseSyntheticEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { UpdateVideo, Video } from '../../../../contract/schemas/videos/videos'
import { call, client } from '../../../lib/api'
import { ApiError, errorDetail } from '../../../lib/api-error'
import { paths } from '../../../lib/paths'
import { Button, ButtonLink } from '../../../ui/button'
import { toast } from '../../../ui/feedback/toast'
import { AddressFields } from './address-fields'
import { changedValues, type EditValues, editSchema, editValuesOf } from './edit-values'
import { RejectionNotice } from './rejection-notice'
import { useLeaveGuard } from './use-leave-guard'

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog')).LeaveDialog }))

export type ReplacedMedia = Pick<UpdateVideo, 'videoFile' | 'thumbnailFile'>

export interface EditFormProps {
  video: Video
  /** Title, description and category; they find the form in its context. */
  details: ReactNode
  visibility: ReactNode
  /** File and poster. */
  media: ReactNode
  mediaChanged: boolean
  /** Waits for the uploads that replace file or poster. Rejects with an error whose message is a sentence. */
  finishMedia: () => Promise<ReplacedMedia>
  onDiscard: () => void
  /** What is saved by the button Resubmit is to be sent in again. */
  onSaved: (video: Video, replaced: ReplacedMedia, isResubmit: boolean) => Promise<void>
}

const resubmitName = 'resubmit'

export function EditForm(props: EditFormProps) {
  const { video, details, visibility, media, mediaChanged, finishMedia, onDiscard, onSaved } = props
  const [before] = useState(() => editValuesOf(video))
  const form = useForm<EditValues>({
    resolver: zodResolver(editSchema),
    defaultValues: before,
    mode: 'onTouched',
  })
  const { isDirty, isSubmitting } = form.formState
  const [saved, setSaved] = useState(false)
  const unsaved = (isDirty || mediaChanged) && !saved
  const guard = useLeaveGuard(unsaved)
  const isRejected = video.review === 'rejected' && !video.hold

  /** What is unsaved is saved first. */
  async function submit(_: EditValues, event?: BaseSyntheticEvent) {
    const { submitter } = (event?.nativeEvent as SubmitEvent | undefined) ?? {}
    const isResubmit = submitter instanceof HTMLButtonElement && submitter.name === resubmitName
    let replaced: ReplacedMedia
    try {
      replaced = await finishMedia()
    } catch (error) {
      return failed(error instanceof Error ? error.message : errorDetail(error))
    }
    // What was changed while the file was on its way counts too.
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return
    try {
      const json = { ...changedValues(before, editSchema.parse(form.getValues())), ...replaced }
      const param = { id: String(video.id) }
      const changed = unsaved ? await call(client.api.videos[':id'].$patch({ param, json })) : video
      setSaved(true)
      await onSaved(changed, replaced, isResubmit)
    } catch (error) {
      failed(errorDetail(error))
      if (!(error instanceof ApiError)) return
      for (const [path, message] of Object.entries(error.fieldErrors)) {
        if (path in before) form.setError(path as keyof EditValues, { message }, { shouldFocus: true })
      }
    }
  }

  return (
    <FormProvider {...form}>
      <form
        onSubmit={form.handleSubmit(submit)}
        noValidate
        className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-12"
      >
        {isRejected ? <RejectionNotice reason={video.reason ?? null} className="lg:col-span-2" /> : null}
        <div className="grid grid-cols-1 gap-8">
          {details}
          <AddressFields duration={video.duration} />
          {visibility}
        </div>
        {media}
        <div className="flex flex-wrap gap-3 lg:col-span-2">
          <Button
            type="submit"
            variant={isRejected ? 'secondary' : 'primary'}
            size="lg"
            busy={isSubmitting}
            disabled={!unsaved}
          >
            {isSubmitting ? 'Saving Changes...' : 'Save Changes'}
          </Button>
          {isRejected ? (
            <Button type="submit" name={resubmitName} variant="primary" size="lg" disabled={isSubmitting}>
              {unsaved ? 'Save and Resubmit' : 'Resubmit'}
            </Button>
          ) : null}
          <ButtonLink to={paths.myVideos} variant="ghost" size="lg">
            Cancel
          </ButtonLink>
        </div>
      </form>
      <Suspense>{unsaved ? <LeaveDialog guard={guard} onDiscard={onDiscard} /> : null}</Suspense>
    </FormProvider>
  )
}

function failed(description: string) {
  toast({ title: 'Update failed', description, variant: 'destructive' })
}
