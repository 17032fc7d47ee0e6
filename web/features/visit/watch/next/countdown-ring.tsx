const radius = 20
const length = 2 * Math.PI * radius

/** Shows the seconds left, as a number and as a ring that empties. */
export function CountdownRing({ left, of }: { left: number; of: number }) {
  return (
    <span aria-hidden="true" className="relative grid size-12 place-items-center font-bold tabular-nums">
      <svg viewBox="0 0 48 48" className="-rotate-90 absolute inset-0 fill-none stroke-4">
        <title>{left}</title>
        <circle cx="24" cy="24" r={radius} className="stroke-white/25" />
        <circle
          cx="24"
          cy="24"
          r={radius}
          strokeLinecap="round"
          strokeDasharray={length}
          strokeDashoffset={length * (1 - left / of)}
          className="stroke-accent transition-[stroke-dashoffset] duration-1000 ease-linear"
        />
      </svg>
      {left}
    </span>
  )
}
