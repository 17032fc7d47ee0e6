import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { signInToSave } from '#web/entities/video/saved/use-saved'
import { useSignInOffer } from '#web/entities/viewer/use-sign-in-offer'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { key } from '#web/lib/query/keys'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/feedback/toast'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'

const SaveToDialog = lazyDialog(() => import('./save-to-dialog'), 'SaveToDialog')

/** The second half of Save: opens the picker of lists for a video, also for a visitor who wanted it, once they have signed in. */
export function SaveToButton({ video }: { video: Video }) {
  const { user, pending } = useViewer()
  const signIn = useSignInOffer({ act: 'choose lists', video: video.id, key: video.unlistedKey })
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()

  useEffect(() => {
    const queryKey = key('lists', 'wanted')
    if (queryClient.getQueryData(queryKey) === video.id) setOpen(true)
    queryClient.removeQueries({ queryKey })
  }, [queryClient, video.id])

  function open() {
    if (user) return setOpen(true)
    // Until the viewer is known, no one can be asked to sign in.
    if (!pending) toast({ ...signInToSave, action: signIn })
  }

  return (
    <>
      <Button
        onClick={open}
        aria-label="Save to…"
        title="Save to…"
        className="w-10 rounded-s-none! px-0 pointer-coarse:min-w-11"
      >
        <ChevronDown aria-hidden="true" className="size-4.5" />
      </Button>
      <Suspense>
        {user && isOpen ? <SaveToDialog video={video} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
