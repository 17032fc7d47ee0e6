import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play, Shuffle } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button'
import { errorToast, toast } from '../../ui/feedback/toast'
import { isLocked } from '../video/card/use-locked'
import { playsOn } from '../video/playback/watch-chain'
import { useViewer } from '../viewer/viewer-query'
import { listStepsQuery } from './list-queries'
import { createShuffle, inPlayingOrder, pathInList } from './playing-order'

/** Plays a list from its first video that the viewer may play: in its order, or shuffled. Asks for the order on press. */
export function PlayButtons({ list }: { list: string }) {
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const navigate = useNavigate()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (_: string | null) => queryClient.fetchQuery(listStepsQuery(list)),
    onSuccess: (found, shuffle) => {
      const steps = inPlayingOrder(found ?? [], shuffle)
      // Where all are locked, the first says how to open it.
      const first = steps.find((step) => !isLocked(step, viewer)) ?? steps[0]
      if (first) return navigate(pathInList(first, { list, shuffle }), { state: playsOn })
      if (found) return toast({ title: 'There is nothing to play in this list' })
      return toast({ title: 'This list is no longer available' })
    },
    onError: (error) => errorToast("Couldn't play the list", error),
  })

  function play(shuffle: string | null) {
    if (!isPending) mutate(shuffle)
  }

  return (
    <>
      <Button variant="primary" busy={isPending && variables === null} onClick={() => play(null)}>
        <Play aria-hidden="true" className="size-4 fill-current" />
        Play all
      </Button>
      <Button busy={isPending && variables !== null} onClick={() => play(createShuffle())}>
        <Shuffle aria-hidden="true" className="size-4" />
        Shuffle
      </Button>
    </>
  )
}
