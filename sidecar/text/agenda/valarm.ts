// VALARM: when it rings, in relation to what it belongs to (RFC 5545, 3.6.6, and RFC 9074).
import type { Component } from '../ical/document.ts'
import { inside, param, properties, property } from '../ical/params.ts'
import { type Duration, readDuration, readWhen, type When } from '../ical/values.ts'
import { newProperty, withProperties } from '../ical/write.ts'
import { alarmComponent, timeProperty } from './props.ts'
import { moved } from './whens.ts'

export interface Trigger {
  /** At this time, wherever the event moves. */
  at?: When
  /** From the start or the end; less than nothing is before it. */
  offset: Duration
  related: 'START' | 'END'
  /** Again so many times, so many seconds apart. */
  repeats: number
  apart: number
  /** What rang until then was answered. */
  acknowledged?: When
}

const MOST_ALARMS = 50
const MOST_REPEATS = 100

/** Those that speak to the user: no mail, no program, none that ring at a place. */
const speaks = (alarm: Component): boolean => {
  const action = property(alarm, 'ACTION')?.value.trim().toUpperCase() ?? 'DISPLAY'
  return (action === 'DISPLAY' || action === 'AUDIO') && property(alarm, 'PROXIMITY') === undefined
}

const timeOf = (alarm: Component, name: string): When | undefined => {
  const found = property(alarm, name)
  return found && readWhen(found)
}

function triggerOf(alarm: Component): Trigger | undefined {
  const trigger = property(alarm, 'TRIGGER')
  if (!trigger) return undefined
  const offset = readDuration(trigger.value)
  const at = offset ? undefined : readWhen(trigger)
  if (!offset && !at) return undefined
  const gap = readDuration(property(alarm, 'DURATION')?.value ?? '')
  const apart = gap ? gap.days * 86_400 + gap.seconds : 0
  const repeats = Number.parseInt(property(alarm, 'REPEAT')?.value ?? '', 10) || 0
  const acknowledged = timeOf(alarm, 'ACKNOWLEDGED')
  return {
    ...(at ? { at } : {}),
    offset: offset ?? { days: 0, seconds: 0 },
    related: param(trigger, 'RELATED')?.toUpperCase() === 'END' ? 'END' : 'START',
    repeats: apart > 0 ? Math.min(MOST_REPEATS, Math.max(0, repeats)) : 0,
    apart,
    ...(acknowledged ? { acknowledged } : {}),
  }
}

/** The alarms of an event or a task that speak to the user. */
export function triggersOf(component: Component): Trigger[] {
  const alarms = inside(component, 'VALARM').slice(0, MOST_ALARMS)
  return alarms.filter(speaks).flatMap((alarm) => triggerOf(alarm) ?? [])
}

/** The component without the alarms that speak to the user, and with these, in minutes before. */
export function withAlarms(
  component: Component,
  minutes: readonly number[],
  title: string,
  related: 'START' | 'END',
): Component {
  const items = component.items.filter((item) => !(item.kind === 'component' && item.name === 'VALARM' && speaks(item)))
  const fresh = [...new Set(minutes)].map((before) => newAlarm(before, title, related))
  return { ...component, items: [...items, ...fresh] }
}

function newAlarm(before: number, title: string, related: 'START' | 'END'): Component {
  const alarm = alarmComponent(before, title)
  if (related === 'START') return alarm
  const [trigger] = properties(alarm, 'TRIGGER')
  return withProperties(alarm, { TRIGGER: [newProperty('TRIGGER', trigger?.value ?? '', { RELATED: 'END' })] })
}

/** The component with the alarms that ring at a fixed time so many seconds later. */
export function shiftAlarms(component: Component, seconds: number): Component {
  const items = component.items.map((item) => {
    const trigger = item.kind === 'component' && item.name === 'VALARM' ? property(item, 'TRIGGER') : undefined
    const at = trigger && !readDuration(trigger.value) ? readWhen(trigger) : undefined
    if (!at || item.kind !== 'component') return item
    const { value, params } = timeProperty('TRIGGER', moved(at, seconds))
    const line = { ...newProperty('TRIGGER', value, { VALUE: 'DATE-TIME' }), ...(at.utc ? {} : { params }) }
    return withProperties(item, { TRIGGER: [line] })
  })
  return { ...component, items }
}
