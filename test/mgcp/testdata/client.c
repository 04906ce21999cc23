/* A call agent on Osmocom's MGCP client library, as osmo-bsc and osmo-msc use it: client, pool, endpoint FSM, and the
 * reset of endpoints at the start. A test drives it line by line:
 *
 *   new EP                   an endpoint that the gateway is to choose
 *   crcx EP CI CALL PORT     a connection, towards a phone at 127.0.0.1:PORT, or none yet (0)
 *   mdcx EP CI CALL PORT     the same connection, changed
 *   dlcx EP CI               without it
 *   clear EP                 the whole endpoint
 *   auep ENDPOINT            an audit by hand
 *
 * and reads what became of it, one line each: "ok VERB EP CI NAME CONNECTION-ID ADDRESS PORT", "failed VERB EP CI",
 * "gone EP", "auep CODE". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <arpa/inet.h>

#include <talloc.h>
#include <osmocom/core/application.h>
#include <osmocom/core/fsm.h>
#include <osmocom/core/logging.h>
#include <osmocom/core/msgb.h>
#include <osmocom/core/select.h>
#include <osmocom/core/tdef.h>
#include <osmocom/core/utils.h>
#include <osmocom/mgcp_client/mgcp_client.h>
#include <osmocom/mgcp_client/mgcp_client_endpoint_fsm.h>
#include <osmocom/mgcp_client/mgcp_client_pool.h>
#include <osmocom/vty/command.h>
#include <osmocom/vty/vty.h>

static void *ctx;
static struct mgcp_client_conf conf;
static struct mgcp_client *client;

static struct osmo_tdef tdefs[] = {
	{ .T = -2427, .default_val = 5, .desc = "answer of the gateway" },
	{}
};

enum { MGW_NODE = _LAST_OSMOVTY_NODE + 1 };
static struct cmd_node mgw_node = { MGW_NODE, "%s(config-mgw)# ", 1 };
static struct vty_app_info app = { .name = "client", .version = "1" };

DEFUN(enter_mgw, enter_mgw_cmd, "test-mgw", "Where the gateway is\n")
{
	vty->node = MGW_NODE;
	return CMD_SUCCESS;
}

static int no_write(struct vty *vty)
{
	return CMD_SUCCESS;
}

/* Connections and endpoints by the names that the test gives them. */
struct leg {
	char name[16];
	struct call *call;
	struct osmo_mgcpc_ep_ci *ci;
	struct mgcp_conn_peer peer;
	enum mgcp_verb verb;
};

struct call {
	char name[16];
	struct osmo_fsm_inst *fi;
	struct osmo_mgcpc_ep *ep;
	struct leg legs[4];
};

static struct call calls[64];

enum outcome { EV_OK, EV_FAILED, EV_GONE };

static const struct value_string event_names[] = {
	OSMO_VALUE_STRING(EV_OK), OSMO_VALUE_STRING(EV_FAILED), OSMO_VALUE_STRING(EV_GONE), {}
};

static void on_event(struct osmo_fsm_inst *fi, uint32_t event, void *data)
{
	struct call *call = fi->priv;
	struct leg *leg = data;
	const struct mgcp_conn_peer *rtp;

	switch (event) {
	case EV_OK:
		rtp = osmo_mgcpc_ep_ci_get_rtp_info(leg->ci);
		printf("ok %s %s %s %s %s %s %u\n", osmo_mgcp_verb_name(leg->verb), call->name, leg->name,
		       osmo_mgcpc_ep_name(call->ep), osmo_mgcpc_ep_ci_id(leg->ci), rtp ? rtp->addr : "-", rtp ? rtp->port : 0);
		break;
	case EV_FAILED:
		printf("failed %s %s %s\n", osmo_mgcp_verb_name(leg->verb), call->name, leg->name);
		break;
	case EV_GONE:
		printf("gone %s\n", call->name);
		call->ep = NULL;
		osmo_fsm_inst_term(fi, OSMO_FSM_TERM_REGULAR, NULL);
		call->name[0] = '\0';
		break;
	}
}

static const struct osmo_fsm_state states[] = { { .name = "CALL", .out_state_mask = 1 } };
static struct osmo_fsm fsm = {
	.name = "call", .states = states, .num_states = 1, .event_names = event_names,
	.allstate_event_mask = 1 << EV_OK | 1 << EV_FAILED | 1 << EV_GONE, .allstate_action = on_event,
};

static struct call *find_call(const char *name)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(calls); i++)
		if (!strcmp(calls[i].name, name))
			return &calls[i];
	fprintf(stderr, "no endpoint %s\n", name);
	exit(1);
}

static struct leg *find_leg(struct call *call, const char *name)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(call->legs); i++)
		if (!call->legs[i].name[0] || !strcmp(call->legs[i].name, name)) {
			OSMO_STRLCPY_ARRAY(call->legs[i].name, name);
			call->legs[i].call = call;
			return &call->legs[i];
		}
	fprintf(stderr, "too many connections\n");
	exit(1);
}

static void on_audit(struct mgcp_response *r, void *data)
{
	printf("auep %d\n", r ? r->head.response_code : 0);
}

static void command(char *line)
{
	char verb[16] = "", ep[128] = "", ci[16] = "";
	unsigned int number = 0, port = 0;
	sscanf(line, "%15s %127s %15s %u %u", verb, ep, ci, &number, &port);

	if (!strcmp(verb, "new")) {
		struct call *call = find_call("");
		memset(call, 0, sizeof(*call));
		OSMO_STRLCPY_ARRAY(call->name, ep);
		call->fi = osmo_fsm_inst_alloc(&fsm, ctx, call, LOGL_ERROR, ep);
		call->ep = osmo_mgcpc_ep_alloc(call->fi, EV_GONE, client, tdefs, ep, "%s", mgcp_client_rtpbridge_wildcard(client));
	} else if (!strcmp(verb, "auep")) {
		struct mgcp_msg msg = { .verb = MGCP_VERB_AUEP, .presence = MGCP_MSG_PRESENCE_ENDPOINT };
		OSMO_STRLCPY_ARRAY(msg.endpoint, ep);
		mgcp_client_tx(client, mgcp_msg_gen(client, &msg), on_audit, NULL);
	} else if (!strcmp(verb, "clear")) {
		osmo_mgcpc_ep_clear(find_call(ep)->ep);
	} else {
		struct call *call = find_call(ep);
		struct leg *leg = find_leg(call, ci);
		leg->verb = verb[0] == 'c' ? MGCP_VERB_CRCX : verb[0] == 'm' ? MGCP_VERB_MDCX : MGCP_VERB_DLCX;
		if (!leg->ci)
			leg->ci = osmo_mgcpc_ep_ci_add(call->ep, "%s", ci);
		leg->peer = (struct mgcp_conn_peer){
			.call_id = number, .port = port, .ptime = 20, .codecs = { CODEC_AMR_8000_1 }, .codecs_len = 1,
		};
		if (port)
			OSMO_STRLCPY_ARRAY(leg->peer.addr, "127.0.0.1");
		if (leg->verb == MGCP_VERB_DLCX) {
			osmo_mgcpc_ep_ci_dlcx(leg->ci);
			leg->ci = NULL;
			leg->name[0] = '\0';
		} else {
			osmo_mgcpc_ep_ci_request(leg->ci, leg->verb, &leg->peer, call->fi, EV_OK, EV_FAILED, leg);
		}
	}
}

static int on_input(struct osmo_fd *fd, unsigned int what)
{
	static char text[4096];
	static size_t have;
	ssize_t n = read(fd->fd, text + have, sizeof(text) - 1 - have);
	if (n <= 0)
		exit(0);
	have += n;
	text[have] = '\0';
	for (char *end; (end = strchr(text, '\n')); ) {
		*end = '\0';
		command(text);
		have -= end + 1 - text;
		memmove(text, end + 1, have + 1);
	}
	return 0;
}

int main(int argc, char **argv)
{
	static const struct log_info_cat category = { .name = "DMGCP", .loglevel = LOGL_ERROR, .enabled = 1 };
	static const struct log_info info = { .cat = &category, .num_cat = 1 };
	struct osmo_fd input;

	setlinebuf(stdout);
	ctx = talloc_named_const(NULL, 0, "client");
	msgb_talloc_ctx_init(ctx, 0);
	app.tall_ctx = ctx;
	osmo_init_logging2(ctx, &info);
	vty_init(&app);
	mgcp_client_conf_init(&conf);
	install_element(CONFIG_NODE, &enter_mgw_cmd);
	install_node(&mgw_node, no_write);
	mgcp_client_vty_init(ctx, MGW_NODE, &conf);
	if (argc != 2 || vty_read_config_file(argv[1], NULL) < 0) {
		fprintf(stderr, "usage: client CONFIGURATION\n");
		return 1;
	}
	OSMO_ASSERT(osmo_fsm_register(&fsm) == 0);
	osmo_tdefs_reset(tdefs);

	struct mgcp_client_pool *pool = mgcp_client_pool_alloc(ctx);
	struct mgcp_client *single = mgcp_client_init(ctx, &conf);
	if (!single || mgcp_client_connect(single) < 0) {
		fprintf(stderr, "cannot connect to the gateway\n");
		return 1;
	}
	mgcp_client_pool_register_single(pool, single);
	client = mgcp_client_pool_get(pool);
	printf("ready\n");

	osmo_fd_setup(&input, STDIN_FILENO, OSMO_FD_READ, on_input, NULL, 0);
	OSMO_ASSERT(osmo_fd_register(&input) == 0);
	for (;;)
		osmo_select_main(0);
}
