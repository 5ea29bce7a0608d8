import { totalmem } from 'node:os';

/** Options of the embedded server, as `-c name=value`: for this machine only, by password, sized to share it. */
export const serverOptions = (extra: Record<string, string>): string[] => {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: `${sharedBuffers()}MB`,
    effective_cache_size: `${Math.round(totalMegabytes() / 2)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    ...extra,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

const totalMegabytes = (): number => Math.floor(totalmem() / 1024 / 1024);

/** An eighth of the machine's memory, between 64 MB and 1 GB. */
const sharedBuffers = (): number => Math.min(1024, Math.max(64, Math.floor(totalMegabytes() / 8)));
