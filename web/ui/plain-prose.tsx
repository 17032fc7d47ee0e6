/**
 * Text as administrators write it: blank lines between paragraphs, `## ` before a heading, `- ` before each point of a
 * list.
 */
export function PlainProse({ text }: { text: string }) {
  const blocks = text.split(/\n\s*\n/).map((block) => block.trim())
  return (
    <div className="grid gap-4 text-dim leading-7">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is shown whole and never changes in place
        <Block key={index} text={block} />
      ))}
    </div>
  )
}

function Block({ text }: { text: string }) {
  if (text.startsWith('## '))
    return <h2 className="mt-4 font-bold text-section text-text">{text.slice(3)}</h2>
  if (text.startsWith('- ')) {
    const points = text.slice(2).split(/\n- /)
    return (
      <ul className="grid list-disc gap-2 pl-5 marker:text-faint">
        {points.map((point) => (
          <li key={point} className="pl-1">
            {point}
          </li>
        ))}
      </ul>
    )
  }
  return <p className="whitespace-pre-line">{text}</p>
}
