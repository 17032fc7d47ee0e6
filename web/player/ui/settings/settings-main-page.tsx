import { Menu } from '@ark-ui/react/menu'
import clsx from 'clsx'
import {
  Captions,
  ChevronRight,
  Gauge,
  Keyboard,
  PictureInPicture2,
  Repeat,
  SkipForward,
  SlidersHorizontal,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { usePlayback, usePlayer } from '../player-context'
import { useSurface } from '../player-surface'
import type { Choice, ChoiceName } from './settings-choices'
import { menuRow } from './settings-menu-row'

const icons: Record<ChoiceName, ReactNode> = {
  quality: <SlidersHorizontal aria-hidden />,
  speed: <Gauge aria-hidden />,
  captions: <Captions aria-hidden />,
}

export function MainPage({ choices }: { choices: Record<ChoiceName, Choice | undefined> }) {
  const player = usePlayer()
  const { actions, onNext, autoplayNext, setAutoplayNext } = useSurface()
  const loop = usePlayback((state) => state.loop)
  return (
    <>
      {(['quality', 'speed', 'captions'] as const).map((name) => {
        const choice = choices[name]
        return choice ? (
          <Menu.Item key={name} value={name} closeOnSelect={false} className={menuRow}>
            {icons[name]}
            <span className="grow">{choice.label}</span>
            <span className="text-dim text-meta tabular-nums">{choice.shown}</span>
            <ChevronRight className="text-dim" aria-hidden />
          </Menu.Item>
        ) : null
      })}
      <Toggle
        value="loop"
        label="Loop"
        icon={<Repeat aria-hidden />}
        on={loop}
        onChange={(on) => player.setLoop(on)}
      />
      {onNext ? (
        <Toggle
          value="autoplay"
          label="Autoplay next"
          icon={<SkipForward aria-hidden />}
          on={autoplayNext}
          onChange={setAutoplayNext}
        />
      ) : null}
      {actions.map(({ label, icon, on, onSelect }) =>
        on === undefined ? null : (
          <Toggle
            key={label}
            value={label}
            label={label}
            icon={icon}
            on={on}
            onChange={() => onSelect(player.getSnapshot())}
          />
        ),
      )}
      {player.canPictureInPicture ? (
        <Menu.Item value="picture-in-picture" className={`${menuRow} sm:hidden`}>
          <PictureInPicture2 aria-hidden />
          Picture in picture
        </Menu.Item>
      ) : null}
      <Menu.Separator className={clsx('my-1 border-line', actions.length === 0 && 'pointer-coarse:hidden')} />
      {actions.map(({ label, icon, on }) =>
        on === undefined ? (
          <Menu.Item key={label} value={label} className={menuRow}>
            {icon}
            {label}
          </Menu.Item>
        ) : null,
      )}
      <Menu.Item value="shortcuts" className={`${menuRow} pointer-coarse:hidden`}>
        <Keyboard aria-hidden />
        <span className="grow">Keyboard shortcuts</span>
        <kbd className="text-dim text-meta">?</kbd>
      </Menu.Item>
    </>
  )
}

interface ToggleProps {
  value: string
  label: string
  icon: ReactNode
  on: boolean
  onChange: (on: boolean) => void
}

function Toggle({ value, label, icon, on, onChange }: ToggleProps) {
  return (
    <Menu.CheckboxItem
      value={value}
      checked={on}
      onCheckedChange={onChange}
      closeOnSelect={false}
      className={menuRow}
    >
      {icon}
      <Menu.ItemText className="grow">{label}</Menu.ItemText>
      <span
        aria-hidden
        className={`relative h-5 w-9 rounded-full transition-colors ${on ? 'bg-accent' : 'bg-surface-3'}`}
      >
        <span
          className={`absolute top-0.5 left-0.5 size-4 rounded-full transition-transform ${on ? 'translate-x-4 bg-accent-ink' : 'bg-text'}`}
        />
      </span>
    </Menu.CheckboxItem>
  )
}
