//! Options of the server as variables of the environment.

use clap::CommandFactory;
use parlour_cli::cli::Cli;

#[test]
fn every_option_of_serve_has_a_variable() {
    let program = Cli::command();
    let serve = program.find_subcommand("serve").expect("there is a command serve");
    for option in serve.get_arguments() {
        let Some(long) = option.get_long().filter(|long| !["help", "color"].contains(long)) else {
            continue;
        };
        let wanted = format!("PARLOUR_{}", long.to_uppercase().replace('-', "_"));
        let variable = option.get_env().map(|name| name.to_string_lossy().into_owned());
        assert_eq!(variable, Some(wanted), "--{long}");
    }
}
