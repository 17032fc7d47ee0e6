import clsx from 'clsx'
import { ChevronsLeft, ChevronsRight, Volume2 } from 'lucide-react'
import type { TouchSign } from './use-touch'

/** Shows the effect of a touch gesture on the picture, where it happened. */
export function TouchSigns({ sign }: { sign: TouchSign }) {
  if (sign.type === 'seek') return <SeekSign direction={sign.direction} seconds={sign.seconds} />
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 top-4 mx-auto flex w-fit items-center gap-2 rounded-full bg-black/70 px-3 py-1 text-meta tabular-nums"
    >
      {sign.type === 'fast' ? (
        <>
          2× <ChevronsRight className="size-4" />
        </>
      ) : (
        <>
          <Volume2 className="size-4" /> {Math.round(sign.volume * 100)}%
        </>
      )}
    </div>
  )
}

function SeekSign({ direction, seconds }: { direction: 1 | -1; seconds: number }) {
  const Icon = direction < 0 ? ChevronsLeft : ChevronsRight
  return (
    <div
      aria-hidden
      className={clsx(
        'pointer-events-none absolute inset-y-0 grid w-2/5 place-content-center justify-items-center overflow-hidden bg-white/10',
        direction < 0 ? 'left-0 rounded-r-[50%]' : 'right-0 rounded-l-[50%]',
      )}
    >
      {/* The key makes each tap start its own ripple. */}
      <span
        key={seconds}
        className="absolute inset-0 m-auto size-10 animate-ripple rounded-full bg-white/25"
      />
      <Icon className="size-7" />
      <span className="font-bold text-body tabular-nums">{seconds} s</span>
    </div>
  )
}
