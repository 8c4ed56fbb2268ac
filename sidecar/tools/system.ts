// About this computer.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { StewardError, toView } from '../text/errors.ts'

const part = z.enum(['os', 'cpu', 'memory', 'disks', 'battery', 'network', 'load', 'time'])

export const getSystemInfo = defineTool({
  name: 'get_system_info',
  summary: 'What this computer is and how it is doing: system, processor, memory, disks, battery, network, load.',
  category: 'system',
  input: z.object({ parts: z.array(part).min(1).default(part.options).describe('Which parts; all by default') }),
  output: z.object({
    parts: z.partialRecord(part, z.record(z.string(), z.unknown())),
    failed: z.array(z.object({ part, why: z.string() })).describe('Parts that this computer did not tell'),
  }),
  effects: { readSystem: ({ parts }) => parts },
  preview: ({ parts }) => ({ title: `Look at this computer: ${parts.join(', ')}` }),
  labels: { trust: 'own', secrecy: 'private' },
  idempotent: true,
  examples: [{}, { parts: ['memory', 'disks'] }],
  phrases: [
    '[show|get|give me|what is my|whats my|tell me the] [the|my] (system info|system information|computer info|about this computer|machine info|system status)',
    '(how is|hows) (this|my|the) (computer|machine|pc|laptop) [doing]',
    'what (computer|machine) is this',
    '(how much|whats my|show|check|show me) [the|my] (memory|ram) [usage|use|do i have|is free|is used|is left|have i got] {parts=["memory"]}',
    '(memory|ram) [usage|use|info] {parts=["memory"]}',
    '(how much|whats my|show|check|show me) [the|my|free] (disk space|disk|disks|storage|space) [usage|do i have|is free|is left|have i got|left|do i have left] {parts=["disks"]}',
    '(disk space|disk usage|free disk space|disks|storage) {parts=["disks"]}',
    '(how is|hows|how full is|how much|show|check|show me|whats) [the|my] (battery|battery level|battery charge) [left|is left|level|do i have] {parts=["battery"]}',
    '(battery|battery level|battery status) {parts=["battery"]}',
    '(what|which) (cpu|processor) [do i have|is this|is in this computer|have i got] {parts=["cpu"]}',
    '[show|check|whats|what is|show me] [the|my] (cpu|processor|cpu info) {parts=["cpu"]}',
    '(what|which) (os|operating system) [is this|do i have|am i running|is running] {parts=["os"]}',
    '[show|check|whats|what is] [the|my] (network|ip address|ip|network info) {parts=["network"]}',
    '(how busy is (this|my|the) (computer|machine)|[show|check|whats|what is] [the|my] (cpu load|system load|load)) {parts=["load"]}',
    '(show|check|get|tell me about) [the|my] {parts} [info|information]',
    '[查看|查|看看|显示|查一下](系统信息|电脑信息|电脑状态|系统状态|本机信息|这台电脑)[怎么样]',
    '[查看|查|看看|显示|查一下](内存|内存使用|内存情况|内存占用)[怎么样|还有多少|多少|剩多少|有多大] {parts=["memory"]}',
    '还(有|剩)多少(内存|可用内存) {parts=["memory"]}',
    '[查看|查|看看|显示|查一下](磁盘|硬盘|磁盘空间|硬盘空间|存储空间)[怎么样|还有多少|还剩多少|多少|剩多少|有多大] {parts=["disks"]}',
    '还(有|剩)多少(磁盘空间|硬盘空间|空间|存储空间) {parts=["disks"]}',
    '[查看|查|看看|显示|查一下](电池|电量|电池电量)[怎么样|还有多少|还剩多少|多少|剩多少] {parts=["battery"]}',
    '还(有|剩)多少电[量] {parts=["battery"]}',
    '[查看|查|看看|显示|查一下](处理器|CPU)[是什么|型号|信息] {parts=["cpu"]}',
    '[查看|查|看看|显示|查一下](网络|网络信息|IP地址|网络状态)[是什么|怎么样] {parts=["network"]}',
    '[查看|查|看看|显示|查一下](负载|系统负载|CPU负载)[怎么样|是多少] {parts=["load"]}',
    '[这|这是|现在是](什么操作系统|什么系统|操作系统是什么) {parts=["os"]}',
  ],
  sentences: [
    ['how much memory is free?', { parts: ['memory'] }],
    ['还剩多少磁盘空间', { parts: ['disks'] }],
  ],
  words: ['computer', 'cpu', 'ram', 'machine', 'ip', '内存', '磁盘', '硬盘', '电池', '电量', '处理器', '网络', '负载'],
  async run({ parts: wanted }, { readSystem }) {
    const parts: Partial<Record<z.output<typeof part>, Record<string, unknown>>> = {}
    const failed: { part: z.output<typeof part>; why: string }[] = []
    const read = async (one: z.output<typeof part>) => {
      try {
        parts[one] = await readSystem(one)
      } catch (error) {
        if (!(error instanceof StewardError && error.code === 'UNAVAILABLE')) throw error
        failed.push({ part: one, why: toView(error).message })
      }
    }
    await Promise.all([...new Set(wanted)].map(read))
    return { parts, failed }
  },
})

export const systemTools: readonly Tool[] = [getSystemInfo]
