import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, RefreshCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { useSiteOrigin } from '#web/entities/settings/settings-query'
import { videoQuery } from '#web/entities/video/video-queries'
import { call, client } from '#web/lib/api'
import { paths } from '#web/lib/navigation/paths'
import { invalidateVideos } from '#web/lib/query/invalidate-videos'
import { Button } from '#web/ui/button.tsx'
import { copy } from '#web/ui/copy-button.tsx'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

/** Shows the link of an unlisted video, and replaces it by another. */
export function UnlistedLink({ id, unlistedKey }: { id: number; unlistedKey: string }) {
  const queryClient = useQueryClient()
  const address = useSiteOrigin() + paths.video(id, unlistedKey)
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    // The key on the screen: pressed twice, it is replaced once.
    mutationFn: () =>
      call(
        client.api.videos[':id'].link.$post({ param: { id: String(id) }, json: { replaces: unlistedKey } }),
      ),
    onSuccess: (video: Video) => {
      queryClient.setQueryData(videoQuery(id).queryKey, video)
      void invalidateVideos(queryClient)
      toast({ title: 'New link created', description: 'The old one no longer works.' })
    },
    onError: (error) => errorToast('Action failed', error),
    onSettled: () => setAsking(false),
  })
  return (
    <div className="grid gap-2">
      <Field label="Link to this video" help="Opens the video for anyone. Share it with care.">
        <Input readOnly value={address} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy(address, 'Link copied')}>
          <Copy aria-hidden="true" className="size-4" />
          Copy link
        </Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          <RefreshCw aria-hidden="true" className="size-4" />
          New link
        </Button>
      </div>
      <Suspense>
        {asking ? (
          <ConfirmDialog
            title="Create a new link?"
            description="The current link stops working at once, also where the video is embedded and for people who saved it."
            act={['Create new link', 'Creating...']}
            busy={isPending}
            onConfirm={() => mutate()}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}
