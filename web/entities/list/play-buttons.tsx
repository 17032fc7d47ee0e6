import { useQuery } from '@tanstack/react-query'
import { Play, Shuffle } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button'
import { isLocked } from '../video/use-locked'
import { playsOn } from '../video/watch-chain'
import { useViewer } from '../viewer/viewer-query'
import { listStepsQuery } from './list-queries'
import { createShuffle, inPlayingOrder, pathInList } from './playing-order'

/** Plays a list from its first video that the viewer may play: in its order, or shuffled. */
export function PlayButtons({ list }: { list: string }) {
  const { data } = useQuery(listStepsQuery(list))
  const viewer = useViewer()
  const navigate = useNavigate()
  const isEmpty = data?.length === 0

  function play(shuffle: string | null) {
    const steps = inPlayingOrder(data ?? [], shuffle)
    // Where all are locked, the first says how to open it.
    const first = steps.find((step) => !isLocked(step, viewer)) ?? steps[0]
    if (first) navigate(pathInList(first, { list, shuffle }), { state: playsOn })
  }

  return (
    <>
      <Button variant="primary" busy={data === undefined} disabled={isEmpty} onClick={() => play(null)}>
        <Play aria-hidden="true" className="size-4 fill-current" />
        Play all
      </Button>
      <Button disabled={!data || isEmpty} onClick={() => play(createShuffle())}>
        <Shuffle aria-hidden="true" className="size-4" />
        Shuffle
      </Button>
    </>
  )
}
