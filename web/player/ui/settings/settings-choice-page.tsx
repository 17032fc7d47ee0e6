import { Menu } from '@ark-ui/react/menu'
import { Check, ChevronLeft } from 'lucide-react'
import type { Choice } from './settings-choices'
import { menuRow } from './settings-menu-row'

/** `back` when another page led here. */
export function ChoicePage({ choice, back }: { choice: Choice; back: boolean }) {
  const { label, value, options, choose } = choice
  return (
    <Menu.RadioItemGroup value={value} onValueChange={(details) => choose(details.value)}>
      <Menu.ItemGroupLabel className={back ? 'sr-only' : 'px-3 py-1.5 text-meta text-dim'}>
        {label}
      </Menu.ItemGroupLabel>
      {back ? (
        <Menu.Item value="back" closeOnSelect={false} className={`${menuRow} font-medium`}>
          <ChevronLeft aria-hidden />
          <span>
            <span className="sr-only">Back from </span>
            {label}
          </span>
        </Menu.Item>
      ) : null}
      {options.map((option) => (
        <Menu.RadioItem key={option.value} value={option.value} className={`${menuRow} tabular-nums`}>
          <Menu.ItemText className="grow">{option.label}</Menu.ItemText>
          <Menu.ItemIndicator>
            <Check className="size-4 text-accent" aria-hidden />
          </Menu.ItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioItemGroup>
  )
}
