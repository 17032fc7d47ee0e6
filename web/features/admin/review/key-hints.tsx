const moves = [
  ['N', 'next'],
  ['J K', 'next and previous'],
] as const

/** Lists the desk's keyboard shortcuts, except on touch screens. `isAlone`: there is no other video to move to. */
export function KeyHints({ isAlone }: { isAlone: boolean }) {
  const hints = [['A', 'approve'], ['R', 'reject'], ...(isAlone ? [] : moves), ['B', 'show or blur']] as const
  return (
    <dl
      aria-label="Keyboard shortcuts"
      className="mr-auto hidden flex-wrap items-center gap-x-4 gap-y-1 text-dim text-meta lg:pointer-fine:flex"
    >
      {hints.map(([keys, meaning]) => (
        <div key={meaning} className="flex items-center gap-1.5">
          <dt className="flex gap-1">
            {keys.split(' ').map((key) => (
              <kbd
                key={key}
                className="grid h-6 min-w-6 place-items-center rounded-badge border border-line bg-surface-2 px-1 font-sans text-text"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
