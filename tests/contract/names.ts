// The names that people, models and scripts know: a literal copy, so that a change to them is always a visible one.

export const toolNames = [
  'agent_message ask_user auto_learn base64_decode base64_encode batch_check_quality browser_click browser_close browser_dialog',
  'browser_download browser_drag browser_evaluate browser_handoff browser_hover browser_navigate browser_press browser_screenshot',
  'browser_scroll browser_select browser_snapshot browser_tabs browser_type browser_upload browser_wait calendar_check',
  'calendar_create calendar_delete calendar_update cancel_reminder check_code_quality check_weather code_index computer_use',
  'crawl_url create_directory create_task current_time daily_briefing delete_file edit_file email_check email_draft',
  'email_organize email_read email_send find_contact generate_image get_env get_file_info get_news get_system_info glob',
  'http_request json_parse json_stringify learn_pattern list_directory list_reminders list_tasks mcp move_file plan_mode',
  'quick_note read_file read_pdf reload_tools run_chain run_command save_contact save_to_vault screenshot search_code',
  'search_vault self_evaluate set_env set_reminder skill sleep snippet_list snippet_load snippet_save spawn_agent',
  'strategy_optimize task todo_write tool_create update_task voice_input voice_output web_search workflow_orchestrate',
  'write_file',
].flatMap((line) => line.split(' '))

export const aliases = {
  ask_user_question: 'ask_user',
  bash: 'run_command',
  browser_action: 'browser_click',
  code_query: 'search_code',
  edit: 'edit_file',
  file_list: 'list_directory',
  file_read: 'read_file',
  file_write: 'write_file',
  grep: 'search_code',
  http_get: 'http_request',
  http_post: 'http_request',
  list_files: 'list_directory',
  memory_search: 'search_vault',
  memory_store: 'save_to_vault',
  read: 'read_file',
  shell_exec: 'run_command',
  web_fetch: 'crawl_url',
  write: 'write_file',
}
